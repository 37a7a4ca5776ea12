// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.filter.Known.Generation;
import io.github.rediscomponents.filter.SliceEngine.Element;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * One operation on many elements of one generation: a command for each slice and 250 of
 * them, so that none keeps Redis for more than a millisecond or two.
 */
final class SliceCalls {

	/** How many elements go out together. */
	static final int FLUSH = 5000;

	private static final int CHUNK = 250;

	private static final LuaScript<List<@Nullable Object>> AUTHORITY = authority();

	/** How far apart the replies of one flush may be. */
	private static final long CLOSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private final FilterStore store;

	private final Generation generation;

	private final long epoch;

	private final boolean adding;

	private final List<List<Element>> chunks = new ArrayList<>();

	private List<boolean @Nullable []> replies = List.of();

	private SliceCalls(FilterStore store, Generation generation, long epoch, boolean adding, String[] texts,
			int[] indices) {
		this.store = store;
		this.generation = generation;
		this.epoch = epoch;
		this.adding = adding;
		Map<Integer, List<Element>> bySlice = new TreeMap<>();
		for (int index : indices) {
			Element element = new Element(index, texts[index], generation.layout().place(texts[index]));
			bySlice.computeIfAbsent(element.place().slice(), (slice) -> new ArrayList<>()).add(element);
		}
		bySlice.values().forEach((elements) -> {
			for (int from = 0; from < elements.size(); from += CHUNK) {
				this.chunks.add(elements.subList(from, Math.min(elements.size(), from + CHUNK)));
			}
		});
	}

	@SuppressWarnings({ "unchecked", "rawtypes" })
	private static LuaScript<List<@Nullable Object>> authority() {
		return (LuaScript) LuaScript.list("filter/authority", 1, 0);
	}

	static SliceCalls add(FilterStore store, Generation generation, long epoch, String[] texts, int[] indices) {
		return new SliceCalls(store, generation, epoch, true, texts, indices);
	}

	static SliceCalls test(FilterStore store, Generation generation, long epoch, String[] texts, int[] indices) {
		return new SliceCalls(store, generation, epoch, false, texts, indices);
	}

	Generation generation() {
		return this.generation;
	}

	/**
	 * Sends them in one flush and waits for the replies.
	 * @param known of which generations they are
	 * @return whether the filter still has these; otherwise the replies are meaningless
	 * and the additions are to be repeated
	 */
	static boolean send(CommandPort redis, Known known, List<SliceCalls> all) {
		if (all.isEmpty()) {
			return true;
		}
		FilterStore store = all.get(0).store;
		long sentAt = System.nanoTime();
		RedisBatch batch = redis.batch();
		List<List<CompletionStage<boolean @Nullable []>>> sent = queue(batch, all);
		CompletionStage<List<@Nullable Object>> authority = batch.eval(AUTHORITY, store.authorityKeys());
		batch.flush();
		await(batch, sent, all);
		boolean adding = all.get(0).adding;
		try {
			List<@Nullable Object> present = batch.await(List.of(authority)).get(0);
			if (adding && System.nanoTime() - sentAt > CLOSE_NANOS) {
				// The authority may have answered long before a slice did.
				present = redis.eval(AUTHORITY, store.authorityKeys());
			}
			return known.isStill(present);
		}
		catch (RedisComponentsException ex) {
			throw adding ? BatchFailure.unknown(0, all.get(0).size(), ex) : ex;
		}
	}

	/**
	 * Sends them in one flush and waits for the replies, for callers that make sure by
	 * other means that the generation is still there.
	 */
	static void send(CommandPort redis, SliceCalls calls) {
		RedisBatch batch = redis.batch();
		List<List<CompletionStage<boolean @Nullable []>>> sent = queue(batch, List.of(calls));
		batch.flush();
		await(batch, sent, List.of(calls));
	}

	/**
	 * Sends a test in one flush, without a thread that waits for the replies.
	 * @param known of which generation it is
	 * @return completes with whether the filter still has it: else the replies tell
	 * nothing
	 */
	CompletionStage<Boolean> sendLater(CommandPort redis, Known known) {
		return redis.batchAsync().thenCompose((batch) -> {
			List<CompletableFuture<boolean @Nullable []>> sent = send(Sender.together(batch)).stream()
				.map(CompletionStage::toCompletableFuture)
				.toList();
			CompletionStage<List<@Nullable Object>> authority = batch.eval(AUTHORITY, this.store.authorityKeys());
			batch.flush();
			return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
				.thenCombine(authority, (all, present) -> {
					List<boolean @Nullable []> answers = new ArrayList<>(sent.size());
					sent.forEach((reply) -> answers.add(reply.join()));
					this.replies = answers;
					return known.isStill(present);
				});
		});
	}

	private static List<List<CompletionStage<boolean @Nullable []>>> queue(RedisBatch batch, List<SliceCalls> all) {
		Sender sender = Sender.together(batch);
		List<List<CompletionStage<boolean @Nullable []>>> sent = new ArrayList<>();
		all.forEach((calls) -> sent.add(calls.send(sender)));
		return sent;
	}

	private static void await(RedisBatch batch, List<List<CompletionStage<boolean @Nullable []>>> sent,
			List<SliceCalls> all) {
		BatchFailure failure = new BatchFailure();
		for (int i = 0; i < sent.size(); i++) {
			SliceCalls calls = all.get(i);
			try {
				calls.replies = batch.await(sent.get(i), (chunk) -> calls.chunks.get(chunk).size());
				failure.done(calls.size());
			}
			catch (RedisComponentsException ex) {
				failure.failed(calls.size(), ex);
			}
		}
		failure.throwIfAny();
	}

	private int size() {
		return this.chunks.stream().mapToInt(List::size).sum();
	}

	private List<CompletionStage<boolean @Nullable []>> send(Sender sender) {
		SliceEngine engine = SliceEngine.of(this.generation.layout().engine());
		List<CompletionStage<boolean @Nullable []>> sent = new ArrayList<>(this.chunks.size());
		for (List<Element> chunk : this.chunks) {
			String key = this.store.sliceKey(this.generation, chunk.get(0).place().slice());
			sent.add(this.adding ? engine.add(sender, key, this.epoch, chunk)
					: engine.test(sender, key, this.epoch, chunk));
		}
		return sent;
	}

	/**
	 * Returns for each element whether it was present, or null where the slice refused.
	 */
	void forEach(Found found) {
		for (int i = 0; i < this.chunks.size(); i++) {
			boolean @Nullable [] flags = this.replies.get(i);
			List<Element> chunk = this.chunks.get(i);
			for (int at = 0; at < chunk.size(); at++) {
				found.accept(chunk.get(at).index(), (flags != null) ? flags[at] : null);
			}
		}
	}

	/** Receives the results. */
	interface Found {

		void accept(int index, @Nullable Boolean there);

	}

}
