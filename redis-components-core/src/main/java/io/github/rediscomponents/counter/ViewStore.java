// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.OperationIds;
import org.jspecify.annotations.Nullable;

/**
 * The views in Redis.
 */
final class ViewStore {

	private static final LuaScript<List<Object>> ADD = LuaScript.list("counter/view-add", 5, LuaScript.ANY);

	private static final LuaScript<List<@Nullable Object>> READ = nullable(
			LuaScript.list("counter/view-read", LuaScript.ANY, 2));

	private static final LuaScript<List<Object>> TOP = LuaScript.list("counter/view-top", 1, 1);

	private static final String ROOM = "views";

	private static final long MINUTE = TimeUnit.MINUTES.toMillis(1);

	private static final long HOUR = TimeUnit.HOURS.toMillis(1);

	/** For how long Redis remembers the last batch of a process. */
	private static final Duration REMEMBERED = Duration.ofDays(1);

	private static final int FIXED_ARGS = 8;

	private final OperationIds ids = new OperationIds();

	private final String process = this.ids.nextText();

	private final CommandPort redis;

	private final KeySpace keys;

	ViewStore(CommandPort redis, KeySpace keys) {
		this.redis = redis;
		this.keys = keys;
	}

	@SuppressWarnings("unchecked") // Elements of a reply may be nil.
	private static LuaScript<List<@Nullable Object>> nullable(LuaScript<List<Object>> script) {
		return (LuaScript<List<@Nullable Object>>) (LuaScript<?>) script;
	}

	/** Rejects a thread that may have to read the reply itself. */
	void checkMayWait() {
		this.redis.checkMayWait();
	}

	/** Adds a batch whose number is above those before it. */
	CompletionStage<List<Object>> addAsync(String name, ViewBatch batch, ViewCounterSettings settings) {
		return this.redis.evalAsync(ADD, keys(name, this.process, batch, settings),
				args(batch, REMEMBERED.toMillis(), settings));
	}

	/** Does the same, and waits. */
	List<Object> add(String name, ViewBatch batch, ViewCounterSettings settings) {
		return this.redis.eval(ADD, keys(name, this.process, batch, settings),
				args(batch, REMEMBERED.toMillis(), settings));
	}

	/** Adds a batch by itself, once even if the driver repeats it. */
	List<Object> addAlone(String name, ViewBatch batch, ViewCounterSettings settings) {
		return this.redis.eval(ADD, keys(name, this.ids.nextText(), batch, settings),
				args(batch, OperationIds.millis(this.redis), settings));
	}

	private String[] keys(String name, String sender, ViewBatch batch, ViewCounterSettings settings) {
		LocalDate day = day(batch, settings).day();
		return new String[] { this.keys.key(ROOM, name, "sent:" + sender), minute(name, batch.at()),
				hour(name, batch.at()), day(name, day), allOfDay(name, day) };
	}

	private static byte[][] args(ViewBatch batch, long remembered, ViewCounterSettings settings) {
		byte[][] args = new byte[FIXED_ARGS + batch.pairs().size()][];
		long minute = batch.at() / MINUTE * MINUTE;
		long hour = batch.at() / HOUR * HOUR;
		args[0] = Utf8.bytes(batch.number());
		args[1] = Utf8.bytes(remembered);
		args[2] = Utf8.bytes(minute);
		args[3] = Utf8.bytes(minute + MINUTE + settings.minuteRetention().toMillis());
		args[4] = Utf8.bytes(hour + HOUR + settings.hourRetention().toMillis());
		args[5] = Utf8.bytes(day(batch, settings).end() + settings.dayRetention().toMillis());
		args[6] = Utf8.bytes((long) settings.maxPages());
		args[7] = Utf8.bytes(batch.unlisted());
		for (int i = 0; i < batch.pairs().size(); i++) {
			args[FIXED_ARGS + i] = batch.pairs().get(i);
		}
		return args;
	}

	private static DayBounds day(ViewBatch batch, ViewCounterSettings settings) {
		return DayBounds.of(Instant.ofEpochMilli(batch.at()).atZone(settings.zone()).toLocalDate(), settings.zone());
	}

	/**
	 * Reads the views of a page in each of several keys.
	 * @param page null for all pages
	 */
	List<Long> read(String[] parts, ViewUnit unit, @Nullable String page) {
		String kind = (unit != ViewUnit.DAY) ? "hash" : (page != null) ? "set" : "string";
		return this.redis.eval(READ, parts, Utf8.bytes(kind), Utf8.bytes((page != null) ? page : ""))
			.stream()
			.map((views) -> (views != null) ? views(views) : 0L)
			.toList();
	}

	List<PageViews> top(String name, LocalDate day, int limit) {
		List<Object> reply = this.redis.eval(TOP, new String[] { day(name, day) }, Utf8.bytes(limit - 1L));
		return IntStream.range(0, reply.size() / 2)
			.mapToObj((i) -> new PageViews(Utf8.text(reply.get(2 * i)), views(reply.get(2 * i + 1))))
			.toList();
	}

	/** A score is a floating point number. */
	private static long views(Object reply) {
		return (reply instanceof Long number) ? number : (long) Double.parseDouble(Utf8.text(reply));
	}

	String minute(String name, long at) {
		return this.keys.key(ROOM, name, "minute:" + at / MINUTE);
	}

	String hour(String name, long at) {
		return this.keys.key(ROOM, name, "hour:" + at / HOUR);
	}

	String day(String name, LocalDate day) {
		return this.keys.key(ROOM, name, "day:" + day.format(DateTimeFormatter.BASIC_ISO_DATE));
	}

	String allOfDay(String name, LocalDate day) {
		return day(name, day) + ":all";
	}

}
