// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.sample.web.outage.RedisWatch;
import io.lettuce.core.api.async.RedisServerAsyncCommands;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;

/**
 * The slow log of Redis ({@code SLOWLOG GET}); of a cluster that of one node. Redis is
 * asked at most every two seconds, however many look. Keys and values may name users: of
 * a command only its name, the room of its key and the number of its arguments are shown.
 */
@Component
class SlowLog {

	private static final int MOST = 20;

	private static final Duration PATIENCE = Duration.ofSeconds(1);

	private static final long AGAIN_NANOS = Duration.ofSeconds(2).toNanos();

	private static final int FIELDS = 4;

	private static final Logger log = LoggerFactory.getLogger(SlowLog.class);

	private final RedisTemplate<String, String> redis;

	private final RedisWatch watch;

	private final String prefix;

	private final Lock asking = new ReentrantLock();

	private volatile @Nullable Page last;

	private volatile long asked;

	SlowLog(RedisConnectionFactory connections, RedisWatch watch,
			@Value("${redis-components.key-prefix}") String prefix) {
		this.redis = new StringRedisTemplate(connections);
		this.watch = watch;
		this.prefix = prefix + ':';
	}

	/** Returns the newest entries. */
	Page newest() {
		this.asking.lock();
		try {
			Page known = this.last;
			if (known == null || System.nanoTime() - this.asked > AGAIN_NANOS) {
				known = this.watch.isAway() ? Page.NONE : ask();
				this.last = known;
				this.asked = System.nanoTime();
			}
			return known;
		}
		finally {
			this.asking.unlock();
		}
	}

	private Page ask() {
		try {
			return this.redis.execute((RedisConnection connection) -> read(connection))
				.map((entries) -> new Page(true, entries.stream().map(this::entry).toList()))
				.orElse(Page.NONE);
		}
		catch (DataAccessException ex) {
			log.debug("The slow log cannot be read", ex);
			return Page.NONE;
		}
	}

	/** Returns nothing if the connection is not Lettuce's, or the command is refused. */
	private static Optional<List<Object>> read(RedisConnection connection) {
		if (!(connection.getNativeConnection() instanceof RedisServerAsyncCommands<?, ?> commands)) {
			return Optional.empty();
		}
		try {
			return Optional.of(commands.slowlogGet(MOST).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS));
		}
		catch (ExecutionException | TimeoutException ex) {
			log.debug("The slow log is refused", ex);
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
	}

	private Entry entry(Object found) {
		List<?> fields = (found instanceof List<?> list && list.size() >= FIELDS) ? list
				: List.of(0L, 0L, 0L, List.of());
		List<String> words = new ArrayList<>();
		if (fields.get(3) instanceof List<?> arguments) {
			arguments.forEach((argument) -> words.add(text(argument)));
		}
		String command = words.isEmpty() ? "" : words.get(0).toUpperCase(Locale.ROOT);
		String room = words.stream()
			.skip(1)
			.filter((word) -> word.startsWith(this.prefix))
			.findFirst()
			.map(this::room)
			.orElse("");
		return new Entry(number(fields.get(1)) * 1000, number(fields.get(2)), command, room,
				Math.max(0, words.size() - 1));
	}

	private String room(String key) {
		int end = key.indexOf(':', this.prefix.length());
		return (end > 0) ? key.substring(this.prefix.length(), end) : "";
	}

	private static long number(Object value) {
		return (value instanceof Number number) ? number.longValue() : 0;
	}

	private static String text(Object value) {
		return (value instanceof byte[] bytes) ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(value);
	}

	/**
	 * The newest entries.
	 *
	 * @param available whether Redis answered
	 * @param entries newest first
	 */
	record Page(boolean available, List<Entry> entries) {

		static final Page NONE = new Page(false, List.of());

	}

	/**
	 * A slow command.
	 *
	 * @param time milliseconds since 1970
	 * @param micros how long it took in Redis
	 * @param command its name
	 * @param room room of its first key, empty if it has none
	 * @param arguments number of its arguments; Redis logs at most 31
	 */
	record Entry(long time, long micros, String command, String room, int arguments) {
	}

}
