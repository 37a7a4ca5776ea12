// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.counter.ActiveUserStore.Marks;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link ActiveUsers} on {@link ActiveUserStore}.
 */
final class RedisActiveUsers implements ActiveUsers {

	private static final int MAX_BATCH = 10_000;

	/** How many users one script marks. */
	private static final int PER_SCRIPT = 1000;

	private static final int MAX_DAYS = 100;

	private static final int NOT_INDEXED = -3;

	private static final long INDEX_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

	private static final int MAX_REMEMBERED = 100_000;

	/** When this process last put a chunk of a day into the index, or met it there. */
	private final Map<Long, Long> indexedAt = new ConcurrentHashMap<>();

	private final ActiveUserStore store;

	private final Supplier<ZoneId> zone;

	private final Supplier<Duration> retention;

	private final Today today;

	RedisActiveUsers(ActiveUserStore store, Supplier<ZoneId> zone, Supplier<Duration> retention, Today today) {
		this.store = store;
		this.zone = zone;
		this.retention = retention;
		this.today = today;
	}

	@Override
	public boolean mark(long id) {
		List<Marks> bits = bits(List.of(checked(id)));
		return this.today.ask(this.zone.get(), (day) -> mark(day, day.end(), bits).get(0),
				(day, reply) -> marked(day.day(), List.of(reply)) == 1);
	}

	@Override
	public boolean mark(String user) {
		return mark(idOf(user));
	}

	@Override
	public int mark(LocalDate day, Collection<Long> ids) {
		Checks.notNull("ids", ids);
		Checks.isTrue(ids.size() <= MAX_BATCH, "ids must be at most " + MAX_BATCH + ", were " + ids.size());
		List<Marks> bits = bits(ids.stream().map(RedisActiveUsers::checked).toList());
		return marked(day, mark(DayBounds.of(day, this.zone.get()), 0, bits));
	}

	/** One reply for each script; chunks that the index lacks are put into it first. */
	private List<List<Object>> mark(DayBounds day, long end, List<Marks> bits) {
		long expiry = day.end() + this.retention.get().toMillis();
		Map<Marks, List<Object>> replies = this.store.mark(day, end, expiry, false, bits);
		List<Marks> missing = new ArrayList<>();
		replies.forEach((marks, reply) -> {
			if (Utf8.number(reply.get(0)) == NOT_INDEXED) {
				missing.add(marks);
			}
		});
		if (!missing.isEmpty()) {
			try {
				this.store.index(day.day(), expiry, chunks(missing));
			}
			catch (RedisComponentsException ex) {
				// Whatever became of the index, they are not marked.
				throw BatchFailure.inPart(ids(marked(replies)), 0, ids(missing), ex);
			}
			try {
				replies.putAll(this.store.mark(day, end, expiry, true, missing));
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(ids(marked(replies)), ids(missing), 0, ex);
			}
		}
		List<Marks> marked = marked(replies);
		List<Long> doubtful = chunks(marked).stream().filter((chunk) -> isDoubtful(day.day(), chunk)).toList();
		if (!doubtful.isEmpty()) {
			try {
				this.store.index(day.day(), expiry, doubtful);
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.inPart(ids(marked), 0, 0, ex);
			}
		}
		return List.copyOf(replies.values());
	}

	/** Those that are marked by now. */
	private static List<Marks> marked(Map<Marks, List<Object>> replies) {
		return replies.entrySet()
			.stream()
			.filter((each) -> ActiveUserStore.hasMarked(each.getValue()))
			.map(Map.Entry::getKey)
			.toList();
	}

	private static int ids(Collection<Marks> bits) {
		return bits.stream().mapToInt((marks) -> marks.bits().length).sum();
	}

	/**
	 * Whether this process marks a chunk for the first time in a minute, which is on
	 * another server than the index: nothing else notices that the index is lost.
	 */
	private boolean isDoubtful(LocalDate day, long chunk) {
		long key = (day.toEpochDay() << 32) + chunk;
		long now = System.nanoTime();
		Long last = this.indexedAt.putIfAbsent(key, now);
		if (this.indexedAt.size() > MAX_REMEMBERED) {
			this.indexedAt.clear();
		}
		return last != null && now - last > INDEX_EVERY_NANOS && this.indexedAt.replace(key, last, now);
	}

	/** The chunks of a day that this process has marked. */
	private Set<Long> known(LocalDate day) {
		return this.indexedAt.keySet()
			.stream()
			.filter((key) -> key >> 32 == day.toEpochDay())
			.map((key) -> key & 0xFFFFFFFFL)
			.collect(Collectors.toSet());
	}

	private static int marked(LocalDate day, List<List<Object>> replies) {
		replies.forEach((reply) -> Today.check(day, reply));
		return replies.stream().mapToInt((reply) -> (int) Utf8.number(reply.get(1))).sum();
	}

	@Override
	public boolean isActive(LocalDate day, long id) {
		checked(id);
		return this.store.isMarked(DayBounds.check("day", day), id / CHUNK, id % CHUNK + 1);
	}

	@Override
	public long count(LocalDate day) {
		List<LocalDate> days = List.of(DayBounds.check("day", day));
		List<Long> chunks = this.store.chunks(days, false);
		Set<Long> known = known(day);
		if (!chunks.containsAll(known)) {
			this.store.index(day, DayBounds.of(day, this.zone.get()).end() + this.retention.get().toMillis(), known);
			chunks = this.store.chunks(days, false);
		}
		return this.store.count(days, false, chunks);
	}

	@Override
	public long anyOf(Collection<LocalDate> days) {
		return this.store.count(DayBounds.check("days", days, MAX_DAYS), false);
	}

	@Override
	public long allOf(Collection<LocalDate> days) {
		return this.store.count(DayBounds.check("days", days, MAX_DAYS), true);
	}

	@Override
	public Retention retained(LocalDate cohort, Collection<LocalDate> days) {
		List<LocalDate> all = new ArrayList<>();
		all.add(DayBounds.check("cohort", cohort));
		all.addAll(DayBounds.check("days", days, MAX_DAYS));
		long[] counts = this.store.retained(all);
		Map<LocalDate, Long> retained = new LinkedHashMap<>();
		for (int i = 1; i < counts.length; i++) {
			retained.put(all.get(i), counts[i]);
		}
		return new Retention(cohort, counts[0], retained);
	}

	@Override
	public long idOf(String user) {
		return idsOf(List.of(RedisDayBitmap.name("user", user))).values().iterator().next();
	}

	@Override
	public Map<String, Long> idsOf(Collection<String> users) {
		Checks.notNull("users", users);
		Checks.isTrue(users.size() <= MAX_BATCH, "users must be at most " + MAX_BATCH + ", were " + users.size());
		Map<String, Long> ids = this.store
			.numbers(users.stream().map((user) -> RedisDayBitmap.name("users", user)).distinct().toList());
		if (ids.values().stream().anyMatch((id) -> id > MAX_ID)) {
			throw new IllegalStateException("There are no more numbers for names");
		}
		return ids;
	}

	private static Set<Long> chunks(List<Marks> bits) {
		return bits.stream().map(Marks::chunk).collect(Collectors.toCollection(LinkedHashSet::new));
	}

	/** By chunk: bits, each once, the highest first. */
	private static List<Marks> bits(Collection<Long> ids) {
		Map<Long, TreeSet<Long>> chunks = new TreeMap<>();
		ids.forEach((id) -> chunks.computeIfAbsent(id / CHUNK, (chunk) -> new TreeSet<>(Comparator.reverseOrder()))
			.add(id % CHUNK + 1));
		List<Marks> bits = new ArrayList<>();
		chunks.forEach((chunk, offsets) -> {
			long[] all = offsets.stream().mapToLong(Long::longValue).toArray();
			for (int from = 0; from < all.length; from += PER_SCRIPT) {
				bits.add(new Marks(chunk, Arrays.copyOfRange(all, from, Math.min(all.length, from + PER_SCRIPT))));
			}
		});
		return bits;
	}

	private static Long checked(Long id) {
		return Checks.between("id", Checks.notNull("id", id), 0, MAX_ID);
	}

}
