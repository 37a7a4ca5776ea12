package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisBatch;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;

/**
 * Publishing to a queue, and looking at it.
 */
final class StreamStore {

	private static final int CHUNK = 500;

	private static final int LETTERS = 100;

	private final RedisPort redis;

	private final StreamKeys keys;

	private final String name;

	private final LiveSettings<StreamQueueSettings> settings;

	private final ObservedQueue observed;

	StreamStore(RedisPort redis, StreamKeys keys, String name, LiveSettings<StreamQueueSettings> settings,
			ObservedQueue observed) {
		this.redis = redis;
		this.keys = keys;
		this.name = name;
		this.settings = settings;
		this.observed = observed;
	}

	StreamKeys keys() {
		return this.keys;
	}

	LiveSettings<StreamQueueSettings> settings() {
		return this.settings;
	}

	String name() {
		return this.name;
	}

	ObservedQueue observed() {
		return this.observed;
	}

	Published publish(byte[] payload, EnqueueOptions options) {
		StreamQueueSettings by = this.settings.get();
		if (options.id() == null && by.maxLength() == 0) {
			return append(new Message(payload, options));
		}
		List<Message> one = List.of(new Message(payload, options));
		return published(this.redis.eval(StreamScripts.PUBLISH, publishKeys(one), publishArgs(one, by)), by, 1).get(0);
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
		String entry = this.redis.call((commands) -> commands.xadd(this.keys.stream(), fields));
		this.observed.published(1, 0);
		return new Published(entry, false);
	}

	List<Published> publish(List<Message> messages) {
		StreamQueueSettings by = this.settings.get();
		if (messages.isEmpty()) {
			return List.of();
		}
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = new ArrayList<>();
		for (int from = 0; from < messages.size(); from += CHUNK) {
			List<Message> chunk = messages.subList(from, Math.min(messages.size(), from + CHUNK));
			replies.add(batch.eval(StreamScripts.PUBLISH, publishKeys(chunk), publishArgs(chunk, by)));
		}
		batch.flush();
		List<Published> all = new ArrayList<>(messages.size());
		batch.await(replies)
			.forEach((reply) -> all.addAll(published(reply, by, Math.min(CHUNK, messages.size() - all.size()))));
		return all;
	}

	private String[] publishKeys(List<Message> messages) {
		List<String> all = new ArrayList<>();
		all.add(this.keys.stream());
		messages.forEach((message) -> {
			String id = message.options().id();
			if (id != null) {
				all.add(this.keys.id(id));
			}
		});
		return all.toArray(String[]::new);
	}

	private static byte[][] publishArgs(List<Message> messages, StreamQueueSettings by) {
		byte[][] args = new byte[3 + 4 * messages.size()][];
		args[0] = Utf8.bytes(by.maxLength());
		args[1] = Utf8.bytes(by.overflow().name());
		args[2] = Utf8.bytes(by.dedupeWindow().toMillis());
		int i = 3;
		for (Message message : messages) {
			String id = message.options().id();
			args[i++] = message.payload();
			args[i++] = Utf8.bytes((id != null) ? id : "");
			args[i++] = message.attempts();
			args[i++] = message.backoff();
		}
		return args;
	}

	private List<Published> published(List<Object> reply, StreamQueueSettings by, int messages) {
		if (reply.isEmpty()) {
			this.observed.refused(messages);
			throw new QueueFullException(this.name, by.maxLength());
		}
		List<Published> all = new ArrayList<>(reply.size() / 2);
		for (int i = 0; i < reply.size(); i += 2) {
			all.add(new Published(Utf8.text(reply.get(i)), Utf8.number(reply.get(i + 1)) == 1));
		}
		int duplicates = (int) all.stream().filter(Published::duplicate).count();
		this.observed.published(all.size() - duplicates, duplicates);
		return all;
	}

	QueueStats stats(String group) {
		List<Object> reply = this.redis.eval(StreamScripts.STATS,
				new String[] { this.keys.stream(), this.keys.dead(), this.keys.retry(group), this.keys.dropped() },
				Utf8.bytes(group), Utf8.bytes((this.settings.get().retention() == Retention.ACKNOWLEDGED) ? 1 : 0));
		long lag = Utf8.number(reply.get(0));
		long pending = Utf8.number(reply.get(1));
		return new QueueStats(lag + pending, lag, pending, Utf8.number(reply.get(2)),
				Duration.ofMillis(Utf8.number(reply.get(3))), Utf8.number(reply.get(4)),
				(int) Utf8.number(reply.get(5)), Utf8.number(reply.get(6)));
	}

	long deadSize() {
		return this.redis.call((commands) -> commands.xlen(this.keys.dead()));
	}

	/** The oldest dead letters: id and fields. */
	List<Lease> letters(int n) {
		List<Lease> found = new ArrayList<>();
		String from = "-";
		while (found.size() < n) {
			int most = Math.min(LETTERS, n - found.size());
			List<Object> page = this.redis.eval(StreamScripts.LETTERS, new String[] { this.keys.dead() },
					Utf8.bytes(from), Utf8.bytes(most));
			for (Object letter : page) {
				List<?> parts = (List<?>) letter;
				found.add(GroupStore.lease(parts.get(0), 0, parts.get(1), System.nanoTime()));
			}
			if (page.size() < most) {
				break;
			}
			from = '(' + found.get(found.size() - 1).id();
		}
		return found;
	}

	long redrive(List<String> ids) {
		long moved = 0;
		for (int from = 0; from < ids.size(); from += LETTERS) {
			List<byte[]> args = new ArrayList<>();
			args.add(Utf8.bytes((this.settings.get().retention() == Retention.ALL_GROUPS) ? 1 : 0));
			ids.subList(from, Math.min(ids.size(), from + LETTERS)).forEach((id) -> args.add(Utf8.bytes(id)));
			moved += this.redis.eval(StreamScripts.REDRIVE, new String[] { this.keys.stream(), this.keys.dead() },
					args.toArray(byte[][]::new));
		}
		return moved;
	}

	long purge(String id) {
		return this.redis.eval(StreamScripts.PURGE, new String[] { this.keys.dead() }, Utf8.bytes(id));
	}

	long clear() {
		String group = this.settings.get().group();
		return this.redis.eval(StreamScripts.CLEAR,
				new String[] { this.keys.stream(), this.keys.retry(group), this.keys.trace(group) });
	}

	/**
	 * Removes everything if nothing is there.
	 * @param content further keys, that exist only while the queue holds something
	 */
	boolean retire(String... content) {
		long done = 2;
		while (done == 2) {
			Set<String> groups = groups();
			List<String> all = new ArrayList<>(List.of(this.keys.stream(), this.keys.dead()));
			all.addAll(List.of(content));
			all.add(this.keys.dropped());
			List<byte[]> args = new ArrayList<>(List.of(Utf8.bytes(content.length)));
			groups.forEach((group) -> {
				all.add(this.keys.retry(group));
				all.add(this.keys.trace(group));
				all.add(this.keys.settled(group));
				args.add(Utf8.bytes(group));
			});
			done = this.redis.eval(StreamScripts.RETIRE, all.toArray(String[]::new), args.toArray(byte[][]::new));
		}
		return done == 1;
	}

	/** The groups that the stream has, and the queue's own. */
	private Set<String> groups() {
		Set<String> groups = new TreeSet<>();
		groups.add(this.settings.get().group());
		List<Object> known = this.redis.eval(StreamScripts.GROUPS, new String[] { this.keys.stream() });
		known.forEach((group) -> groups.add(Utf8.text(group)));
		return groups;
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
