// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.bus.Announcement;
import io.github.rediscomponents.cache.entry.CacheScripts;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.node.Breaker;
import io.github.rediscomponents.cache.node.Breakers.BatchCommand;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.server.Failures;
import org.jspecify.annotations.Nullable;

/**
 * Sends the commands of {@link CacheStore} without a thread that waits for the replies.
 * The futures complete on I/O threads, with the exceptions that it throws or with
 * exceptions around these.
 */
public final class AsyncStore {

	private final CacheStore store;

	private final CacheEnvironment env;

	private final Generation generation;

	private final CacheReport report;

	public AsyncStore(CacheStore store, CacheEnvironment env, Generation generation, CacheReport report) {
		this.store = store;
		this.env = env;
		this.generation = generation;
		this.report = report;
	}

	/**
	 * Reads an entry, see {@link CacheStore#read}.
	 */
	public CompletableFuture<Reply<byte[]>> read(String text, boolean onlyWell) {
		Reply<byte[]> withheld = this.store.withheld(text, onlyWell);
		if (withheld != null) {
			return CompletableFuture.completedFuture(withheld);
		}
		Tuning now = this.store.tuning();
		if (this.generation.isDue(now.checkEveryNanos())) {
			return readEach(List.of(text), onlyWell).thenApply((replies) -> replies.get(0));
		}
		String key = this.store.valueKey(text);
		Breaker breaker = this.env.breakers.of(key);
		if (onlyWell && breaker.isOpen()) {
			return CompletableFuture.completedFuture(Reply.leftAlone());
		}
		return this.store.port(now)
			.callAsync((commands) -> commands.get(key))
			.handle((found, failure) -> replied(breaker, key, found, failure))
			.toCompletableFuture();
	}

	private Reply<byte[]> replied(Breaker breaker, String key, byte @Nullable [] found, @Nullable Throwable failure) {
		if (failure == null) {
			this.env.breakers.succeeded(breaker);
			return Reply.of(found);
		}
		return this.store.failed(breaker, key, ours(failure));
	}

	/**
	 * Returns the failure of a command.
	 * @throws RuntimeException if it is none
	 */
	public static RedisComponentsException ours(Throwable failure) {
		RuntimeException known = Failures.translate(failure);
		if (known instanceof RedisComponentsException ours) {
			return ours;
		}
		throw known;
	}

	/**
	 * Reads entries that may be read, and the generation if that is due, see
	 * {@link CacheStore#readAll}.
	 */
	public CompletableFuture<List<Reply<byte[]>>> readEach(List<String> texts, boolean onlyWell) {
		this.env.bus.start();
		List<String> keys = new ArrayList<>(texts.size() + 1);
		texts.forEach((text) -> keys.add(this.store.valueKey(text)));
		if (!this.generation.isDue(this.store.tuning().checkEveryNanos())
				|| this.env.breakers.of(this.store.generationKey()).isOpen()) {
			return get(keys, onlyWell);
		}
		keys.add(this.store.generationKey());
		long sent = System.nanoTime();
		return get(keys, onlyWell)
			.thenCompose((replies) -> checkGeneration(replies.get(texts.size()), sent).handle((done, failure) -> {
				if (failure != null) {
					this.report.goesOnWithout(ours(failure));
				}
				return replies.subList(0, texts.size());
			}));
	}

	private CompletableFuture<List<Reply<byte[]>>> get(List<String> keys, boolean onlyWell) {
		return send(keys, onlyWell, (batch, index) -> batch.get(keys.get(index)).exceptionally(WrongType::recovered));
	}

	/**
	 * Reads the generation if that is due, see {@link CacheStore#ensureGeneration}.
	 */
	public CompletableFuture<@Nullable Void> ensureGeneration() {
		if (!this.generation.isDue(this.store.tuning().checkEveryNanos())) {
			return CompletableFuture.completedFuture(null);
		}
		return refreshGeneration().thenCompose((read) -> (read || this.generation.known() != Generation.UNKNOWN)
				? CompletableFuture.completedFuture(null) : readGeneration());
	}

	/**
	 * Reads the generation now.
	 * @return completes with whether that succeeded
	 */
	public CompletableFuture<Boolean> refreshGeneration() {
		if (this.env.breakers.of(this.store.generationKey()).isOpen()) {
			return CompletableFuture.completedFuture(false);
		}
		return readGeneration().handle((done, failure) -> {
			if (failure != null) {
				this.report.goesOnWithout(ours(failure));
			}
			return failure == null;
		});
	}

	private CompletableFuture<@Nullable Void> readGeneration() {
		this.env.bus.start();
		long sent = System.nanoTime();
		return get(List.of(this.store.generationKey()), false)
			.thenCompose((replies) -> checkGeneration(replies.get(0), sent));
	}

	private CompletableFuture<@Nullable Void> checkGeneration(Reply<byte[]> read, long sentNanos) {
		if (read.failure() != null) {
			return CompletableFuture.failedFuture(read.failure());
		}
		long value = Generation.parse(read.value());
		CompletableFuture<Long> present = this.store.isBehind(value) ? eval(CacheScripts.GENERATION,
				new String[] { this.store.generationKey() }, Utf8.bytes(this.generation.known()))
				: CompletableFuture.completedFuture(value);
		return present.thenAccept((known) -> this.generation.checked(known, sentNanos));
	}

	/**
	 * Runs a script and tells the breaker, see {@link CacheStore#eval}.
	 */
	public <T> CompletableFuture<T> eval(LuaScript<T> script, String[] keys, byte[]... args) {
		Breaker breaker = this.env.breakers.of(keys[0]);
		return this.store.port(this.store.tuning()).evalAsync(script, keys, args).whenComplete((reply, failure) -> {
			if (failure == null) {
				this.env.breakers.succeeded(breaker);
			}
			else if (Failures.translate(failure) instanceof RedisUnavailableException unavailable) {
				breaker.failed(keys[0], this.store.timeout(), unavailable);
			}
		}).toCompletableFuture();
	}

	/**
	 * Runs one script for many entries, see {@link CacheStore#evalAll}.
	 */
	public <T> CompletableFuture<List<Reply<T>>> evalAll(LuaScript<T> script, List<String> texts, List<byte[][]> args,
			boolean onlyWell, @Nullable Beside<T> beside) {
		EntryScripts<T> scripts = EntryScripts.of(script, texts.stream().map(this.store::bothKeys).toList(), args,
				beside);
		return send(scripts.keys(), onlyWell, scripts.command());
	}

	private <T> CompletableFuture<List<Reply<T>>> send(List<String> keys, boolean onlyWell, BatchCommand<T> command) {
		return this.env.breakers.sendLater(this.store.port(this.store.tuning(), keys.size()), keys, onlyWell,
				this.store.timeout(), command);
	}

	/**
	 * Begins a new generation, see {@link CacheStore#clear}.
	 * @return completes with it
	 */
	public CompletableFuture<Long> clear() {
		this.env.bus.start();
		return announced(1, (announcement) -> eval(CacheScripts.CLEAR, new String[] { this.store.generationKey() },
				this.store.clearArgs(announcement)));
	}

	/**
	 * Deletes an entry and takes its lease away.
	 */
	public CompletableFuture<Long> invalidate(String text) {
		return announced(1, (announcement) -> eval(CacheScripts.INVALIDATE, this.store.bothKeys(text),
				this.store.invalidateArgs(text, announcement, 0)));
	}

	/**
	 * Does the same for many, in one flush.
	 */
	public CompletableFuture<List<Reply<Long>>> invalidateAll(List<String> texts) {
		return announced(texts.size(), (announcement) -> {
			List<byte[][]> args = new ArrayList<>(texts.size());
			for (int i = 0; i < texts.size(); i++) {
				args.add(this.store.invalidateArgs(texts.get(i), announcement, i));
			}
			return evalAll(CacheScripts.INVALIDATE, texts, args, false, null);
		});
	}

	/**
	 * Stores values that were given, in one flush.
	 * @param args as {@link EntryWriter} makes them
	 */
	public CompletableFuture<List<Reply<Long>>> putAll(List<String> texts, List<byte[][]> args) {
		return announced(texts.size(), (announcement) -> {
			for (int i = 0; i < texts.size(); i++) {
				EntryWriter.announce(args.get(i), announcement.voided(this.store.name(), texts.get(i), i));
			}
			return evalAll(CacheScripts.FILL, texts, args, false, null);
		});
	}

	/**
	 * Stores a value that was given.
	 */
	public CompletableFuture<Long> put(String text, byte[][] args) {
		return announced(1, (announcement) -> {
			EntryWriter.announce(args, announcement.voided(this.store.name(), text, 0));
			return eval(CacheScripts.FILL, this.store.bothKeys(text), args);
		});
	}

	/**
	 * Begins an operation whose messages are numbered, which ends with its replies.
	 */
	public <T> CompletableFuture<T> announced(int messages, Function<Announcement, CompletableFuture<T>> operation) {
		Announcement announcement = this.store.announce(messages);
		try {
			return operation.apply(announcement).whenComplete((reply, failure) -> announcement.close());
		}
		catch (RuntimeException | Error ex) {
			announcement.close();
			throw ex;
		}
	}

}
