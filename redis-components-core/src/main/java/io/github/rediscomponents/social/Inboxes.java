// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * The scripts of a {@link Feed} where readers are.
 */
final class Inboxes {

	static final byte[] ADD = Utf8.bytes("add");

	static final byte[] REMOVE = Utf8.bytes("remove");

	static final byte[] MARK = Utf8.bytes("mark");

	private static final LuaScript<Long> DELIVER = LuaScript.integer("social/feed-deliver", LuaScript.ANY, 4);

	private static final LuaScript<List<Object>> OPEN = LuaScript.list("social/feed-open", 2, 2);

	private static final LuaScript<Long> FILL = LuaScript.integer("social/feed-fill", 2, LuaScript.ANY);

	private static final LuaScript<byte[]> DROP = LuaScript.bytes("social/feed-drop", 2, 2);

	private static final LuaScript<List<Object>> PAGE = LuaScript.list("social/feed-page", 2, 3);

	/** Short enough not to delay other clients. */
	private static final int READERS_PER_SCRIPT = 100;

	private static final int ITEMS_PER_SCRIPT = 500;

	private final CommandPort redis;

	private final KeySpace keys;

	private final FollowStore follows;

	Inboxes(CommandPort redis, KeySpace keys, FollowStore follows) {
		this.redis = redis;
		this.keys = keys;
		this.follows = follows;
	}

	/** One flush; readers whose inboxes share a slot share scripts. */
	long deliver(byte[] how, List<String> readers, String author, byte[] item, int maxItems) {
		Map<Integer, List<String>> bySlot = new LinkedHashMap<>();
		for (String reader : readers) {
			String inbox = inbox(reader);
			List<String> pairs = bySlot.computeIfAbsent(this.redis.slot(inbox), (slot) -> new ArrayList<>());
			pairs.add(inbox);
			pairs.add(this.follows.following(reader));
		}
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<Long>> replies = new ArrayList<>();
		for (List<String> pairs : bySlot.values()) {
			for (int from = 0; from < pairs.size(); from += 2 * READERS_PER_SCRIPT) {
				String[] some = pairs.subList(from, Math.min(pairs.size(), from + 2 * READERS_PER_SCRIPT))
					.toArray(String[]::new);
				replies.add(batch.eval(DELIVER, some, how, Utf8.bytes(author), item, Utf8.bytes((long) maxItems)));
			}
		}
		batch.flush();
		return batch.await(replies).stream().mapToLong(Long::longValue).sum();
	}

	/** Begins to build an inbox; the authors that the reader follows. */
	List<String> open(String reader, Duration inactiveAfter) {
		return this.follows.allFollowing(reader, this.redis.eval(OPEN, both(reader),
				Utf8.bytes(inactiveAfter.toMillis()), Utf8.bytes((long) FollowStore.PART)));
	}

	/** One flush. */
	void fill(String reader, List<byte[]> items, int maxItems) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<Long>> replies = new ArrayList<>();
		for (int from = 0; from < items.size(); from += ITEMS_PER_SCRIPT) {
			List<byte[]> some = items.subList(from, Math.min(items.size(), from + ITEMS_PER_SCRIPT));
			replies.add(batch.eval(FILL, both(reader), fill(some, maxItems, false)));
		}
		batch.flush();
		batch.await(replies);
	}

	/** Whether there is an inbox. */
	boolean fillOne(String reader, List<byte[]> items, int maxItems) {
		return this.redis.eval(FILL, both(reader), fill(items, maxItems, false)) >= 0;
	}

	/** An inbox is built. */
	void ready(String reader, int maxItems) {
		this.redis.eval(FILL, both(reader), fill(List.of(), maxItems, true));
	}

	private static byte[][] fill(List<byte[]> items, int maxItems, boolean ready) {
		List<byte[]> args = new ArrayList<>(items.size() + 2);
		args.add(Utf8.bytes((long) maxItems));
		args.add(Utf8.bytes(ready ? 1L : 0L));
		args.addAll(items);
		return args.toArray(byte[][]::new);
	}

	static byte[] markOf(String author) {
		return Utf8.bytes('%' + author);
	}

	void remove(String reader, List<byte[]> items) {
		if (!items.isEmpty()) {
			this.redis.call((commands) -> commands.zrem(inbox(reader), items.toArray(byte[][]::new)));
		}
	}

	void forget(String reader) {
		this.redis.call((commands) -> commands.unlink(inbox(reader)));
	}

	/** One round trip for each 500 items of the inbox. */
	void drop(String reader, String author) {
		byte[] after = {};
		do {
			after = this.redis.eval(DROP, both(reader), Utf8.bytes(author), after);
		}
		while (after.length > 0);
	}

	/** Empty if there is no inbox, else {number of marks, marked authors, items}. */
	List<Object> page(String reader, byte[] bound, int limit, Duration inactiveAfter) {
		return this.redis.eval(PAGE, both(reader), bound, Utf8.bytes((long) limit),
				Utf8.bytes(inactiveAfter.toMillis()));
	}

	private String inbox(String reader) {
		return this.keys.key(Outboxes.ROOM, reader, "inbox");
	}

	private String[] both(String reader) {
		return new String[] { inbox(reader), this.follows.following(reader) };
	}

}
