// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;
import org.jspecify.annotations.Nullable;

/**
 * {@link ViewCounter} on hashes and sorted sets.
 */
final class RedisViewCounter implements ViewCounter {

	private static final long MAX_VIEWS = 1_000_000_000;

	private static final Instant FIRST = Instant.EPOCH;

	private static final Instant LAST = Instant.parse("9999-12-30T00:00:00Z");

	private final LiveSettings<ViewCounterSettings> settings;

	private final ViewStore store;

	private final ViewSender sender;

	RedisViewCounter(CommandPort redis, KeySpace keys, LiveSettings<ViewCounterSettings> settings,
			Background background, ViewCounterObserver observer) {
		this.settings = settings;
		this.store = new ViewStore(redis, keys);
		this.sender = new ViewSender(redis, this.store, settings, background, observer);
	}

	@Override
	public void record(String name, String page) {
		record(name, page, 1);
	}

	@Override
	public void record(String name, String page, long views) {
		Checks.notNull("name", name);
		Checks.notNull("page", page);
		if (views < 1 || views > MAX_VIEWS) {
			Checks.between("views", views, 1, MAX_VIEWS);
		}
		if (this.settings.get().exact()) {
			this.sender.send(name(name), page(page), views);
		}
		else {
			this.sender.named(name).cells().add(page, views);
		}
	}

	@Override
	public void flush() {
		this.sender.flush();
	}

	@Override
	public long pending() {
		return this.sender.pending();
	}

	@Override
	public long count(String name, String page, LocalDate day) {
		return count(name, page, day, day);
	}

	@Override
	public long count(String name, String page, LocalDate from, LocalDate to) {
		return countDays(name(name), page(page), from, to);
	}

	@Override
	public long count(String name, LocalDate day) {
		return count(name, day, day);
	}

	@Override
	public long count(String name, LocalDate from, LocalDate to) {
		return countDays(name(name), null, from, to);
	}

	private long countDays(String name, @Nullable String page, LocalDate from, LocalDate to) {
		DayBounds.check("from", from);
		DayBounds.check("to", to);
		long days = ChronoUnit.DAYS.between(from, to);
		Checks.isTrue(days >= 0 && days < MAX_POINTS,
				"to must be 0 to " + (MAX_POINTS - 1) + " days after from, was " + days + " days after");
		return readDays(name, page, from.datesUntil(to.plusDays(1)).toList()).stream().mapToLong(Long::longValue).sum();
	}

	private List<Long> readDays(String name, @Nullable String page, List<LocalDate> days) {
		String[] keys = days.stream()
			.map((day) -> (page != null) ? this.store.day(name, day) : this.store.allOfDay(name, day))
			.toArray(String[]::new);
		return this.store.read(keys, ViewUnit.DAY, page);
	}

	@Override
	public List<ViewCount> curve(String name, String page, ViewUnit unit, Instant from, Instant to) {
		return points(name(name), page(page), unit, from, to);
	}

	@Override
	public List<ViewCount> curve(String name, ViewUnit unit, Instant from, Instant to) {
		return points(name(name), null, unit, from, to);
	}

	private List<ViewCount> points(String name, @Nullable String page, ViewUnit unit, Instant from, Instant to) {
		Checks.notNull("unit", unit);
		check("from", from);
		check("to", to);
		Checks.isTrue(to.isAfter(from), "to must be after from, was " + to + ", and from " + from);
		return (unit == ViewUnit.DAY) ? days(name, page, from, to) : times(name, page, unit, from, to);
	}

	private List<ViewCount> days(String name, @Nullable String page, Instant from, Instant to) {
		ViewCounterSettings present = this.settings.get();
		LocalDate first = from.atZone(present.zone()).toLocalDate();
		LocalDate last = to.minusNanos(1).atZone(present.zone()).toLocalDate();
		checkPoints(ChronoUnit.DAYS.between(first, last) + 1);
		List<LocalDate> days = first.datesUntil(last.plusDays(1)).toList();
		List<Long> views = readDays(name, page, days);
		return IntStream.range(0, days.size())
			.mapToObj((i) -> new ViewCount(days.get(i).atStartOfDay(present.zone()).toInstant(), views.get(i)))
			.toList();
	}

	private List<ViewCount> times(String name, @Nullable String page, ViewUnit unit, Instant from, Instant to) {
		boolean minutes = unit == ViewUnit.MINUTE;
		long length = (minutes ? Duration.ofMinutes(1) : Duration.ofHours(1)).toMillis();
		long first = from.toEpochMilli() / length;
		long last = to.minusNanos(1).toEpochMilli() / length;
		checkPoints(last - first + 1);
		String[] keys = LongStream.rangeClosed(first, last)
			.map((number) -> number * length)
			.mapToObj((at) -> minutes ? this.store.minute(name, at) : this.store.hour(name, at))
			.toArray(String[]::new);
		List<Long> views = this.store.read(keys, unit, page);
		return IntStream.range(0, keys.length)
			.mapToObj((i) -> new ViewCount(Instant.ofEpochMilli((first + i) * length), views.get(i)))
			.toList();
	}

	@Override
	public List<PageViews> top(String name, LocalDate day, int limit) {
		Checks.between("limit", limit, 1, MAX_TOP);
		return this.store.top(name(name), DayBounds.check("day", day), limit);
	}

	@Override
	public void close() {
		this.sender.close();
	}

	private static String name(String name) {
		return RedisDayBitmap.name("name", name);
	}

	private static String page(String page) {
		return Checks.hasLength("page", page, PageCells.MAX_PAGE);
	}

	private static void check(String parameter, Instant instant) {
		Checks.notNull(parameter, instant);
		Checks.isTrue(!instant.isBefore(FIRST) && !instant.isAfter(LAST),
				parameter + " must be between " + FIRST + " and " + LAST + ", was " + instant);
	}

	private static void checkPoints(long points) {
		Checks.isTrue(points <= MAX_POINTS, "to must be at most " + MAX_POINTS + " points after from, was " + points);
	}

}
