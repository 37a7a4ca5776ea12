// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * {@link CheckIns} on a hash for each user.
 */
final class RedisCheckIns implements CheckIns {

	private static final LuaScript<List<Object>> CHECK_IN = LuaScript.list("counter/check-in", 1, 9);

	private static final LuaScript<List<Object>> MONTHS = LuaScript.list("counter/check-in-months", 1, LuaScript.ANY);

	private static final String ROOM = "check-in";

	private static final int MAX_DAYS = 3660;

	private static final int TOO_OLD = -2;

	private final CommandPort redis;

	private final KeySpace keys;

	private final String name;

	private final Supplier<ZoneId> zone;

	private final Supplier<DayBitmapSettings> settings;

	private final Today today;

	RedisCheckIns(CommandPort redis, KeySpace keys, String name, Supplier<ZoneId> zone,
			Supplier<DayBitmapSettings> settings, Today today) {
		this.redis = redis;
		this.keys = keys;
		this.name = name;
		this.zone = zone;
		this.settings = settings;
		this.today = today;
	}

	@Override
	public CheckIn checkIn(String user) {
		String key = key(user);
		return this.today.ask(this.zone.get(), (day) -> run(key, day, day.end(), true),
				(day, reply) -> checkedIn(day.day(), reply));
	}

	@Override
	public CheckIn checkIn(String user, LocalDate day) {
		String key = key(user);
		DayBounds bounds = DayBounds.of(day, this.zone.get());
		List<Object> reply = run(key, bounds, 0, true);
		checkBegun(day, reply);
		return checkedIn(day, reply);
	}

	@Override
	public Streak streak(String user) {
		String key = key(user);
		return this.today.ask(this.zone.get(), (day) -> run(key, day, day.end(), false),
				(day, reply) -> streak(day.day(), reply));
	}

	@Override
	public Streak streak(String user, LocalDate day) {
		String key = key(user);
		List<Object> reply = run(key, DayBounds.of(day, this.zone.get()), 0, false);
		checkBegun(day, reply);
		return streak(day, reply);
	}

	@Override
	public CheckInMonth month(String user, YearMonth month) {
		String key = key(user);
		Checks.notNull("month", month);
		DayBounds.check("month", month.atDay(1));
		return months(key, month, month).get(0);
	}

	@Override
	public int count(String user, LocalDate from, LocalDate to) {
		return months(user, from, to).stream().mapToInt((month) -> Integer.bitCount(within(month, from, to))).sum();
	}

	@Override
	public Optional<LocalDate> firstMissed(String user, LocalDate from, LocalDate to) {
		for (CheckInMonth month : months(user, from, to)) {
			int missed = within(new CheckInMonth(month.month(), all(month.month()) & ~month.bits()), from, to);
			if (missed != 0) {
				return Optional.of(month.month().atDay(Integer.numberOfTrailingZeros(missed) + 1));
			}
		}
		return Optional.empty();
	}

	private List<CheckInMonth> months(String user, LocalDate from, LocalDate to) {
		String key = key(user);
		DayBounds.check("from", from);
		DayBounds.check("to", to);
		long days = ChronoUnit.DAYS.between(from, to);
		Checks.isTrue(days >= 0 && days <= MAX_DAYS,
				"to must be 0 to " + MAX_DAYS + " days after from, was " + days + " days after");
		return months(key, YearMonth.from(from), YearMonth.from(to));
	}

	private List<CheckInMonth> months(String key, YearMonth from, YearMonth to) {
		List<YearMonth> wanted = new ArrayList<>();
		for (YearMonth month = from; !month.isAfter(to); month = month.plusMonths(1)) {
			wanted.add(month);
		}
		byte[][] args = wanted.stream()
			.map((month) -> Utf8.bytes(month.getYear() * 100L + month.getMonthValue()))
			.toArray(byte[][]::new);
		List<Object> reply = this.redis.eval(MONTHS, new String[] { key }, args);
		List<CheckInMonth> months = new ArrayList<>(wanted.size());
		for (int i = 0; i < wanted.size(); i++) {
			months.add(new CheckInMonth(wanted.get(i), (int) Utf8.number(reply.get(i))));
		}
		return months;
	}

	private List<Object> run(String key, DayBounds day, long end, boolean mark) {
		int months = this.settings.get().checkInMonths();
		return this.redis.eval(CHECK_IN, new String[] { key }, Utf8.bytes((long) day.day().getYear()),
				Utf8.bytes((long) day.day().getMonthValue()), Utf8.bytes((long) day.day().getDayOfMonth()),
				Utf8.bytes(day.begin()), Utf8.bytes(end), Utf8.bytes(mark ? 1L : 0L), Utf8.bytes((long) months),
				Utf8.bytes(Duration.ofDays(31L * months).toMillis()), operationId());
	}

	/** Distinguishes a repetition by the driver from another call. */
	private static byte[] operationId() {
		return ByteBuffer.allocate(Long.BYTES).putLong(ThreadLocalRandom.current().nextLong()).array();
	}

	private String key(String user) {
		return this.keys.key(ROOM, RedisDayBitmap.name("user", user), this.name);
	}

	private static void checkBegun(LocalDate day, List<Object> reply) {
		Checks.isTrue(Utf8.number(reply.get(0)) != Today.OTHER_DAY, "day must not be in the future, was " + day);
	}

	private static CheckIn checkedIn(LocalDate day, List<Object> reply) {
		long result = Utf8.number(reply.get(0));
		long value = Utf8.number(reply.get(1));
		if (result == TOO_OLD) {
			throw new IllegalArgumentException(
					"day must not be before " + YearMonth.of((int) value / 100, (int) value % 100)
							+ ", the first month that is kept, was " + day);
		}
		return new CheckIn(day, result == 1, (int) value);
	}

	private static Streak streak(LocalDate day, List<Object> reply) {
		return new Streak(day, Utf8.number(reply.get(0)) == 0, (int) Utf8.number(reply.get(1)));
	}

	private static int all(YearMonth month) {
		return (int) ((1L << month.lengthOfMonth()) - 1);
	}

	private static int within(CheckInMonth month, LocalDate from, LocalDate to) {
		int bits = month.bits();
		if (YearMonth.from(from).equals(month.month())) {
			bits &= -1 << (from.getDayOfMonth() - 1);
		}
		if (YearMonth.from(to).equals(month.month())) {
			bits &= (int) ((1L << to.getDayOfMonth()) - 1);
		}
		return bits;
	}

}
