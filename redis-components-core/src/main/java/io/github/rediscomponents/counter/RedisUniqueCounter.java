// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Clock;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * {@link UniqueCounter} on a set or a HyperLogLog for each name and day.
 */
final class RedisUniqueCounter implements UniqueCounter {

	private static final LuaScript<List<Object>> ADD = LuaScript.list("counter/unique-add", 2, LuaScript.ANY);

	private static final LuaScript<List<Object>> COUNT = LuaScript.list("counter/unique-count", LuaScript.ANY, 2);

	private static final LuaScript<List<Object>> READ = LuaScript.list("counter/unique-read", LuaScript.ANY, 1);

	private static final LuaScript<List<Object>> MERGE = LuaScript.list("counter/unique-merge", 3, 3);

	private static final LuaScript<Long> MEND = LuaScript.integer("counter/unique-mend", 2, 0);

	private static final Logger logger = LoggerFactory.getLogger(RedisUniqueCounter.class);

	/** A day has members without an estimate. */
	private static final int ESTIMATE_LOST = -4;

	private static final int ATTEMPTS = 5;

	private static final String ROOM = "unique";

	private static final int MAX_MEMBER = 512;

	/** A union of that many takes Redis some milliseconds. */
	private static final long UNITED = 10_000;

	/** No estimate of as many as can be exact on one day is higher. */
	private static final long FEW = UniqueCounterSettings.MAX_EXACT * 5 / 4;

	private final CommandPort redis;

	private final KeySpace keys;

	private final LiveSettings<UniqueCounterSettings> settings;

	private final Today today;

	RedisUniqueCounter(CommandPort redis, KeySpace keys, LiveSettings<UniqueCounterSettings> settings, Clock clock) {
		this.redis = redis;
		this.keys = keys;
		this.settings = settings;
		this.today = new Today(clock);
	}

	@Override
	public LocalDate add(String name, String member) {
		return add(name, List.of(Checks.notNull("member", member)));
	}

	@Override
	public LocalDate add(String name, Collection<String> members) {
		RedisDayBitmap.name("name", name);
		byte[][] added = members(members);
		UniqueCounterSettings present = this.settings.get();
		return this.today.ask(present.zone(), (day) -> add(name, day, day.end(), added, present), (day, reply) -> {
			Today.check(day.day(), reply);
			return day.day();
		});
	}

	@Override
	public void add(String name, LocalDate day, Collection<String> members) {
		RedisDayBitmap.name("name", name);
		UniqueCounterSettings present = this.settings.get();
		DayBounds bounds = DayBounds.of(day, present.zone());
		Today.check(day, add(name, bounds, 0, members(members), present));
	}

	private List<Object> add(String name, DayBounds day, long end, byte[][] members, UniqueCounterSettings present) {
		byte[][] args = new byte[4 + members.length][];
		args[0] = Utf8.bytes(day.begin());
		args[1] = Utf8.bytes(end);
		args[2] = Utf8.bytes(day.end() + present.retention().toMillis());
		args[3] = Utf8.bytes((long) present.exactLimit());
		System.arraycopy(members, 0, args, 4, members.length);
		String[] both = { key(name, day.day(), "members"), key(name, day.day(), "estimate") };
		return mending(name, List.of(day.day()), () -> this.redis.eval(ADD, both, args));
	}

	/** Repeats a call, which changed nothing, when an estimate was lost. */
	private List<Object> mending(String name, Collection<LocalDate> days, Supplier<List<Object>> call) {
		List<Object> reply = call.get();
		for (int i = 0; Utf8.number(reply.get(0)) == ESTIMATE_LOST; i++) {
			if (i == ATTEMPTS) {
				throw new RedisUnavailableException("Unique counter '" + name + "' lost an estimate " + ATTEMPTS
						+ " times in a row; Redis must not evict it", Outcome.NOT_EXECUTED, null);
			}
			logger.warn("Unique counter '{}' has lost an estimate; rebuilding it from the stored members", name);
			days.forEach((day) -> this.redis.eval(MEND,
					new String[] { key(name, day, "members"), key(name, day, "estimate") }));
			reply = call.get();
		}
		return reply;
	}

	@Override
	public UniqueCount count(String name, LocalDate day) {
		return count(name, List.of(DayBounds.check("day", day)));
	}

	@Override
	public UniqueCount count(String name, LocalDate from, LocalDate to) {
		DayBounds.check("from", from);
		DayBounds.check("to", to);
		long days = ChronoUnit.DAYS.between(from, to);
		Checks.isTrue(days >= 0 && days < MAX_DAYS,
				"to must be 0 to " + (MAX_DAYS - 1) + " days after from, was " + days + " days after");
		return count(name, from.datesUntil(to.plusDays(1)).toList());
	}

	@Override
	public UniqueCount count(String name, Collection<LocalDate> days) {
		String[] all = withDays(RedisDayBitmap.name("name", name), days, "work:members");
		List<Object> reply = mending(name, days,
				() -> this.redis.eval(COUNT, all, Utf8.bytes(UNITED), Utf8.bytes(FEW)));
		return new UniqueCount(Utf8.number(reply.get(0)), Utf8.number(reply.get(1)) == 1);
	}

	@Override
	public void merge(String into, LocalDate day, String from, Collection<LocalDate> days) {
		RedisDayBitmap.name("into", into);
		UniqueCounterSettings present = this.settings.get();
		DayBounds bounds = DayBounds.of(day, present.zone());
		String[] all = withDays(RedisDayBitmap.name("from", from), days, "work:members", "work:estimate");
		List<Object> read = mending(from, days, () -> this.redis.eval(READ, all, Utf8.bytes((long) MAX_MEMBERS)));
		if (Utf8.number(read.get(0)) == 0) {
			String[] target = { key(into, day, "members"), key(into, day, "estimate"), key(into, day, "work") };
			Today.check(day,
					mending(into, List.of(day), () -> this.redis.eval(MERGE, target, Utf8.bytes(bounds.begin()),
							Utf8.bytes(bounds.end() + present.retention().toMillis()), (byte[]) read.get(1))));
		}
		else if (read.size() > 1) {
			byte[][] members = read.subList(1, read.size()).toArray(byte[][]::new);
			Today.check(day, add(into, bounds, 0, members, present));
		}
	}

	@Override
	public void remove(String name, LocalDate day) {
		RedisDayBitmap.name("name", name);
		DayBounds.check("day", day);
		this.redis.call((commands) -> commands.unlink(key(name, day, "members"), key(name, day, "estimate")));
	}

	private String[] withDays(String name, Collection<LocalDate> days, String... work) {
		List<String> all = new ArrayList<>();
		for (String part : work) {
			all.add(this.keys.key(ROOM, name, part));
		}
		for (LocalDate day : DayBounds.check("days", days, MAX_DAYS)) {
			all.add(key(name, day, "members"));
			all.add(key(name, day, "estimate"));
		}
		return all.toArray(String[]::new);
	}

	private String key(String name, LocalDate day, String part) {
		return this.keys.key(ROOM, name, day.format(DateTimeFormatter.BASIC_ISO_DATE) + ':' + part);
	}

	private static byte[][] members(Collection<String> members) {
		Checks.notNull("members", members);
		Checks.isTrue(!members.isEmpty() && members.size() <= MAX_MEMBERS,
				"members must be 1 to " + MAX_MEMBERS + ", were " + members.size());
		return members.stream()
			.map((member) -> Utf8.bytes(Checks.hasLength("members", member, MAX_MEMBER)))
			.toArray(byte[][]::new);
	}

}
