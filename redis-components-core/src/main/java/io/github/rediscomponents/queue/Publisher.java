package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.support.RedisBatch;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;

/**
 * Publishes to a queue.
 */
final class Publisher {

	private static final int CHUNK = 500;

	/** A script with more than this holds up the server. */
	private static final int CHUNK_BYTES = 4_000_000;

	private final RedisPort redis;

	private final StreamStore store;

	private final Groups groups;

	Publisher(RedisPort redis, StreamStore store, Groups groups) {
		this.redis = redis;
		this.store = store;
		this.groups = groups;
	}

	Published publish(byte[] payload, EnqueueOptions options) {
		StreamQueueSettings by = this.store.settings().get();
		Message message = new Message(payload, options);
		if (options.id() == null && by.maxLength() == 0) {
			return append(message);
		}
		return publish(List.of(message)).get(0);
	}

	/** Nothing is to be decided: the command alone, which costs less than a script. */
	private Published append(Message message) {
		Map<String, byte[]> fields = new LinkedHashMap<>();
		fields.put("v", message.payload());
		if (message.attempts().length > 0) {
			fields.put("a", message.attempts());
		}
		if (message.backoff().length > 0) {
			fields.put("b", message.backoff());
		}
		String entry = this.redis.call((commands) -> commands.xadd(this.store.keys().stream(), fields));
		this.store.observed().published(1, 0);
		return new Published(entry, false);
	}

	List<Published> publish(List<Message> messages) {
		if (messages.isEmpty()) {
			return List.of();
		}
		StreamQueueSettings by = this.store.settings().get();
		List<List<Message>> chunks = Chunks.of(messages, CHUNK, CHUNK_BYTES, (message) -> message.payload().length);
		List<List<Object>> replies = (chunks.size() == 1)
				? List.of(this.redis.eval(StreamScripts.PUBLISH, keys(), args(messages, by))) : flush(chunks, by);
		List<Published> all = new ArrayList<>(messages.size());
		String keeper = null;
		for (int i = 0; i < chunks.size(); i++) {
			List<Object> reply = replies.get(i);
			if (reply.size() == 1 && this.groups.disbandIfForgotten(Utf8.text(reply.get(0)))) {
				reply = this.redis.eval(StreamScripts.PUBLISH, keys(), args(chunks.get(i), by));
			}
			keeper = (reply.size() == 1) ? Utf8.text(reply.get(0)) : keeper;
			all.addAll(published(reply));
		}
		if (all.size() < messages.size()) {
			throw refused(messages.size() - all.size(), all.size(), keeper);
		}
		return all;
	}

	private List<List<Object>> flush(List<List<Message>> chunks, StreamQueueSettings by) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = new ArrayList<>(chunks.size());
		chunks.forEach((chunk) -> replies.add(batch.eval(StreamScripts.PUBLISH, keys(), args(chunk, by))));
		batch.flush();
		return batch.await(replies, (i) -> chunks.get(i).size());
	}

	private String[] keys() {
		StreamKeys keys = this.store.keys();
		return new String[] { keys.stream(), keys.ids(), keys.windows() };
	}

	private static byte[][] args(List<Message> messages, StreamQueueSettings by) {
		byte[][] args = new byte[4 + 4 * messages.size()][];
		args[0] = Utf8.bytes(by.maxLength());
		args[1] = Utf8.bytes(by.overflow().name());
		args[2] = Utf8.bytes(by.dedupeWindow().toMillis());
		args[3] = Utf8.bytes((by.retention() == Retention.ALL_GROUPS) ? 1 : 0);
		int i = 4;
		for (Message message : messages) {
			String id = message.options().id();
			args[i++] = message.payload();
			args[i++] = Utf8.bytes((id != null) ? id : "");
			args[i++] = message.attempts();
			args[i++] = message.backoff();
		}
		return args;
	}

	/** Nothing if the queue was full. */
	private List<Published> published(List<Object> reply) {
		List<Published> all = new ArrayList<>(reply.size() / 2);
		for (int i = 0; i + 1 < reply.size(); i += 2) {
			all.add(new Published(Utf8.text(reply.get(i)), Utf8.number(reply.get(i + 1)) == 1));
		}
		if (!all.isEmpty()) {
			int duplicates = (int) all.stream().filter(Published::duplicate).count();
			this.store.observed().published(all.size() - duplicates, duplicates);
		}
		return all;
	}

	private QueueFullException refused(int refused, int done, @Nullable String keeper) {
		this.store.observed().refused(refused);
		return new QueueFullException(this.store.name(), this.store.settings().get().maxLength(), keeper,
				(refused + done > 1) ? new BatchProgress(done, 0, refused) : null);
	}

	/** What is published. */
	record Message(byte[] payload, EnqueueOptions options) {

		private byte[] attempts() {
			return (this.options.attempts() > 0) ? Utf8.bytes(this.options.attempts()) : new byte[0];
		}

		private byte[] backoff() {
			Duration backoff = this.options.backoff();
			return (backoff != null) ? Utf8.bytes(backoff.toMillis()) : new byte[0];
		}

	}

}
