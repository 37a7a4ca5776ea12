// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.Published;
import io.github.rediscomponents.queue.QueueFullException;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.StreamEntryFields;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Spans.Span;
import io.github.rediscomponents.support.Spans.Work;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * Publishes to a queue.
 */
final class Publisher {

	private static final int CHUNK = 500;

	/** A script with more than this holds up the server. */
	private static final int CHUNK_BYTES = 4_000_000;

	private final CommandPort redis;

	private final StreamStore store;

	private final Groups groups;

	Publisher(CommandPort redis, StreamStore store, Groups groups) {
		this.redis = redis;
		this.store = store;
		this.groups = groups;
	}

	Published publish(byte[] payload, PublishOptions options) {
		WorkQueueSettings by = this.store.settings().get();
		Message message = new Message(payload, options);
		return spanned((context) -> (options.id() == null && by.maxLength() == 0) ? append(message, context)
				: publish(List.of(message), by, context).get(0));
	}

	/** The context of the span goes along with the messages. */
	private <T> T spanned(Function<byte[], T> publication) {
		QueueObserver.Source queue = this.store.observed().source();
		try (Span span = this.redis.spans().begin(Work.QUEUE_PUBLISH, queue.kind(), queue.name())) {
			try {
				return publication.apply(HeaderLines.encode(span.headers()));
			}
			catch (RuntimeException | Error ex) {
				span.error(ex);
				throw ex;
			}
		}
	}

	/** Nothing is to be decided: the command alone, which costs less than a script. */
	private Published append(Message message, byte[] context) {
		Map<String, byte[]> fields = new LinkedHashMap<>();
		fields.put("v", message.payload());
		if (message.attempts().length > 0) {
			fields.put("a", message.attempts());
		}
		if (message.backoff().length > 0) {
			fields.put("b", message.backoff());
		}
		if (context.length > 0) {
			fields.put(StreamEntryFields.CONTEXT, context);
		}
		String entry = this.redis.call((commands) -> commands.xadd(this.store.keys().stream(), fields));
		this.store.observed().published(1, 0);
		return new Published(entry, false);
	}

	List<Published> publish(List<Message> messages) {
		WorkQueueSettings by = this.store.settings().get();
		return messages.isEmpty() ? List.of() : spanned((context) -> publish(messages, by, context));
	}

	private List<Published> publish(List<Message> messages, WorkQueueSettings by, byte[] context) {
		List<List<Message>> chunks = Chunks.of(messages, CHUNK, CHUNK_BYTES, (message) -> message.payload().length);
		return (chunks.size() <= 1 || by.maxLength() > 0) ? inTurn(chunks, by, context, messages.size())
				: flush(chunks, by, context);
	}

	/** No chunk is sent before the one in front of it was taken: it may be refused. */
	private List<Published> inTurn(List<List<Message>> chunks, WorkQueueSettings by, byte[] context, int total) {
		List<Published> all = new ArrayList<>(total);
		for (List<Message> chunk : chunks) {
			List<Object> reply;
			try {
				reply = append(chunk, by, context);
			}
			catch (RedisComponentsException ex) {
				throw (total > 1) ? BatchFailure.inPart(all.size(), chunk.size(), total - all.size() - chunk.size(), ex)
						: ex;
			}
			if (reply.size() < 2) {
				throw refused(total, all.size(), reply.isEmpty() ? null : Utf8.text(reply.get(0)));
			}
			all.addAll(published(reply));
		}
		return all;
	}

	private List<Object> append(List<Message> chunk, WorkQueueSettings by, byte[] context) {
		byte[][] args = args(chunk, by, context);
		List<Object> reply = this.redis.eval(StreamScripts.PUBLISH, keys(), args);
		boolean again = reply.size() == 1 && this.groups.disbandIfForgotten(Utf8.text(reply.get(0)));
		return again ? this.redis.eval(StreamScripts.PUBLISH, keys(), args) : reply;
	}

	private List<Published> flush(List<List<Message>> chunks, WorkQueueSettings by, byte[] context) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = new ArrayList<>(chunks.size());
		chunks.forEach((chunk) -> replies.add(batch.eval(StreamScripts.PUBLISH, keys(), args(chunk, by, context))));
		batch.flush();
		return batch.await(replies, (i) -> chunks.get(i).size())
			.stream()
			.flatMap((reply) -> published(reply).stream())
			.toList();
	}

	private String[] keys() {
		StreamKeys keys = this.store.keys();
		return new String[] { keys.stream(), keys.ids(), keys.windows() };
	}

	private static byte[][] args(List<Message> messages, WorkQueueSettings by, byte[] context) {
		byte[][] args = new byte[5 + 4 * messages.size()][];
		args[0] = Utf8.bytes(by.maxLength());
		args[1] = Utf8.bytes(by.overflow().name());
		args[2] = Utf8.bytes(by.dedupeWindow().toMillis());
		args[3] = Utf8.bytes((by.retention() == TrimPolicy.ALL_GROUPS) ? 1 : 0);
		args[4] = context;
		int i = 5;
		for (Message message : messages) {
			String id = message.options().id();
			args[i++] = message.payload();
			args[i++] = Utf8.bytes((id != null) ? id : "");
			args[i++] = message.attempts();
			args[i++] = message.backoff();
		}
		return args;
	}

	private List<Published> published(List<Object> reply) {
		List<Published> all = new ArrayList<>(reply.size() / 2);
		for (int i = 0; i + 1 < reply.size(); i += 2) {
			all.add(new Published(Utf8.text(reply.get(i)), Utf8.number(reply.get(i + 1)) == 1));
		}
		int duplicates = (int) all.stream().filter(Published::duplicate).count();
		this.store.observed().published(all.size() - duplicates, duplicates);
		return all;
	}

	private QueueFullException refused(int total, int done, @Nullable String keeper) {
		this.store.observed().refused(total - done);
		return new QueueFullException(this.store.name(), this.store.settings().get().maxLength(), keeper,
				(total > 1) ? new BatchProgress(done, 0, total - done) : null);
	}

	/** A message to publish. */
	record Message(byte[] payload, PublishOptions options) {

		private byte[] attempts() {
			return (this.options.attempts() > 0) ? Utf8.bytes(this.options.attempts()) : new byte[0];
		}

		private byte[] backoff() {
			Duration backoff = this.options.backoff();
			return (backoff != null) ? Utf8.bytes(backoff.toMillis()) : new byte[0];
		}

	}

}
