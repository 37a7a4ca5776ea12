// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.zip.CRC32;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * The scripts of {@link ActiveUsers} of one name.
 */
final class ActiveUserStore {

	static final int SHARDS = 16;

	private static final Logger logger = LoggerFactory.getLogger(ActiveUserStore.class);

	private static final String ROOM = "active-users";

	/** Reading and numbering mark nothing. */
	private static final ToIntFunction<Object> READ = (key) -> 0;

	private static final Predicate<Object> DONE = (reply) -> true;

	private static final LuaScript<List<Object>> MARK = LuaScript.list("counter/active-mark", 1, LuaScript.ANY);

	private static final LuaScript<Long> INDEX = LuaScript.integer("counter/active-index", 1, LuaScript.ANY);

	private static final LuaScript<List<Object>> CHUNKS = LuaScript.list("counter/active-chunks", LuaScript.ANY, 1);

	private static final LuaScript<Long> COUNT = LuaScript.integer("counter/active-count", LuaScript.ANY, 1);

	private static final LuaScript<List<Object>> RETAINED = LuaScript.list("counter/active-retained", LuaScript.ANY, 0);

	private static final LuaScript<Long> NUMBER = LuaScript.integer("counter/active-number", 2, 1);

	private final CommandPort redis;

	private final KeySpace keys;

	private final String name;

	ActiveUserStore(CommandPort redis, KeySpace keys, String name) {
		this.redis = redis;
		this.keys = keys;
		this.name = name;
	}

	/** One reply for each script. */
	Map<Marks, List<Object>> mark(DayBounds day, long end, long expiry, boolean indexed, List<Marks> bits) {
		return together(bits, (marks) -> marks.bits().length, ActiveUserStore::hasMarked, (batch, marks) -> {
			long[] marked = marks.bits();
			byte[][] args = new byte[4 + marked.length][];
			args[0] = Utf8.bytes(day.begin());
			args[1] = Utf8.bytes(end);
			args[2] = Utf8.bytes(expiry);
			args[3] = Utf8.bytes(indexed ? 1L : 0L);
			for (int i = 0; i < marked.length; i++) {
				args[4 + i] = Utf8.bytes(marked[i]);
			}
			return batch.eval(MARK, new String[] { chunkKey(marks.chunk(), day.day()) }, args);
		});
	}

	/** Whether the users of a script are marked by now. */
	static boolean hasMarked(List<Object> reply) {
		return Utf8.number(reply.get(0)) >= 0;
	}

	void index(LocalDate day, long expiry, Collection<Long> chunks) {
		byte[][] args = new byte[1 + chunks.size()][];
		args[0] = Utf8.bytes(expiry);
		int i = 1;
		for (Long chunk : chunks) {
			args[i++] = Utf8.bytes(chunk.longValue());
		}
		this.redis.eval(INDEX, new String[] { indexKey(day) }, args);
	}

	boolean isMarked(LocalDate day, long chunk, long bit) {
		return this.redis.call((commands) -> commands.getbit(chunkKey(chunk, day), bit)) == 1;
	}

	/** The chunks of one of the days, or those of all. */
	List<Long> chunks(List<LocalDate> days, boolean all) {
		String[] indexes = days.stream().map(this::indexKey).toArray(String[]::new);
		List<Object> reply = this.redis.eval(CHUNKS, indexes, Utf8.bytes(all ? "SINTER" : "SUNION"));
		return reply.stream().map(Utf8::number).toList();
	}

	long count(List<LocalDate> days, boolean all) {
		return count(days, all, chunks(days, all));
	}

	long count(List<LocalDate> days, boolean all, List<Long> chunks) {
		byte[] operation = Utf8.bytes(all ? "AND" : "OR");
		Map<Long, Long> counts = together(chunks, READ, DONE,
				(batch, chunk) -> batch.eval(COUNT, withWork(chunk, days), operation));
		if (counts.containsValue(-1L)) {
			logger.warn("The active users '{}' of {} lack a part that their index has, so that there were more: "
					+ "a key was lost, or a mark ended half-way", this.name, days);
		}
		return counts.values().stream().mapToLong((count) -> Math.max(count, 0)).sum();
	}

	/** The sums over all chunks of the first day: of it, and of it with each other. */
	long[] retained(List<LocalDate> days) {
		long[] sums = new long[days.size()];
		together(chunks(days.subList(0, 1), false), READ, DONE,
				(batch, chunk) -> batch.eval(RETAINED, withWork(chunk, days)))
			.values()
			.forEach((reply) -> {
				for (int i = 0; i < sums.length; i++) {
					sums[i] += Utf8.number(reply.get(i));
				}
			});
		return sums;
	}

	/** The numbers of names, given now if they have none. */
	Map<String, Long> numbers(Collection<String> users) {
		Map<String, Long> numbers = together(users, READ, DONE,
				(batch, user) -> batch.eval(NUMBER, numbersKeys(shard(user)), Utf8.bytes(user)));
		numbers.replaceAll((user, number) -> number * SHARDS + shard(user));
		return numbers;
	}

	/**
	 * A reply for each key.
	 * @param ids how many of the caller's ids each key has, for the progress of a failure
	 * @param done whether a reply says that these were done
	 */
	private <K, R> Map<K, R> together(Collection<K> keys, ToIntFunction<? super K> ids, Predicate<? super R> done,
			Call<K, R> call) {
		List<K> all = List.copyOf(keys);
		Map<K, R> replies = new LinkedHashMap<>();
		if (!all.isEmpty()) {
			RedisBatch batch = this.redis.batch();
			List<CompletionStage<R>> sent = new ArrayList<>(all.size());
			all.forEach((key) -> sent.add(call.add(batch, key)));
			batch.flush();
			List<R> received = batch.await(sent, (i) -> ids.applyAsInt(all.get(i)), done);
			for (int i = 0; i < all.size(); i++) {
				replies.put(all.get(i), received.get(i));
			}
		}
		return replies;
	}

	private static int shard(String user) {
		CRC32 crc = new CRC32();
		crc.update(Utf8.bytes(user));
		return (int) (crc.getValue() % SHARDS);
	}

	private String[] withWork(long chunk, List<LocalDate> days) {
		String[] all = new String[1 + days.size()];
		all[0] = this.keys.key(ROOM, this.name + ':' + chunk, "work");
		for (int i = 0; i < days.size(); i++) {
			all[1 + i] = chunkKey(chunk, days.get(i));
		}
		return all;
	}

	private String chunkKey(long chunk, LocalDate day) {
		return this.keys.key(ROOM, this.name + ':' + chunk, text(day));
	}

	private String indexKey(LocalDate day) {
		return this.keys.key(ROOM, this.name, "chunks:" + text(day));
	}

	private String[] numbersKeys(int shard) {
		return new String[] { this.keys.key(ROOM, this.name + ':' + shard, "numbers"),
				this.keys.key(ROOM, this.name + ':' + shard, "next") };
	}

	private static String text(LocalDate day) {
		return day.format(DateTimeFormatter.BASIC_ISO_DATE);
	}

	/**
	 * What one script marks.
	 *
	 * @param chunk the chunk
	 * @param bits its bits, the highest first
	 */
	record Marks(long chunk, long[] bits) {

	}

	/** Adds the script for one item to a batch. */
	private interface Call<K, R> {

		CompletionStage<R> add(RedisBatch batch, K item);

	}

}
