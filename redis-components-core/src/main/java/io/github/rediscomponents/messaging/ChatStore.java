// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.OperationIds;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * The scripts of {@link GroupChat}, on bytes.
 */
final class ChatStore {

	private static final String ROOM = "group-chat";

	private static final LuaScript<List<Object>> CREATE = LuaScript.list("messaging/chat-create", 5, LuaScript.ANY);

	private static final LuaScript<List<Object>> JOIN = LuaScript.list("messaging/chat-join", 4, 3);

	private static final LuaScript<List<Object>> LEAVE = LuaScript.list("messaging/chat-leave", 5, 2);

	private static final LuaScript<List<Object>> SEND = LuaScript.list("messaging/chat-send", 5, 7);

	private static final LuaScript<List<Object>> READ = LuaScript.list("messaging/chat-read", 3, 3);

	private static final LuaScript<Long> UNREAD = LuaScript.integer("messaging/chat-unread", 3, 1);

	private static final LuaScript<List<Object>> ACK = LuaScript.list("messaging/chat-ack", 4, 3);

	private static final LuaScript<List<Object>> MEMBERS = LuaScript.list("messaging/chat-members", 2, 0);

	private static final LuaScript<Long> INDEX = LuaScript.integer("messaging/chat-index", 1, 2);

	private static final LuaScript<Long> UNINDEX = LuaScript.integer("messaging/chat-unindex", 1, 2);

	private static final byte[] LEAVING = Utf8.bytes("leave");

	private static final byte[] REST = Utf8.bytes("rest");

	private final CommandPort redis;

	private final KeySpace keys;

	private final OperationIds ids = new OperationIds();

	ChatStore(CommandPort redis, KeySpace keys) {
		this.redis = redis;
		this.keys = keys;
	}

	List<Object> create(String chat, List<String> members, GroupChatSettings settings) {
		byte[][] args = new byte[2 + members.size()][];
		args[0] = this.ids.nextBytes();
		args[1] = ttl(settings);
		for (int i = 0; i < members.size(); i++) {
			args[2 + i] = Utf8.bytes(members.get(i));
		}
		return this.redis.eval(CREATE, five(chat), args);
	}

	List<Object> join(String chat, String user, GroupChatSettings settings) {
		return this.redis.eval(JOIN, keys(chat, "messages", "members", "meta", "own"), Utf8.bytes(user),
				Utf8.bytes(settings.maxMembers()), ttl(settings));
	}

	List<Object> leave(String chat, String user) {
		List<Object> left = this.redis.eval(LEAVE, five(chat), Utf8.bytes(user), LEAVING);
		try {
			forgetRest(chat, user, left);
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.afterPart(ex);
		}
		return left;
	}

	private void forgetRest(String chat, String user, List<Object> forgotten) {
		long more = Utf8.number(forgotten.get(2));
		while (more == 1) {
			more = Utf8.number(this.redis.eval(LEAVE, five(chat), Utf8.bytes(user), REST).get(2));
		}
	}

	List<Object> send(String chat, String from, byte[] body, byte[] messageId, GroupChatSettings settings) {
		return this.redis.eval(SEND, five(chat), Utf8.bytes(from), body, messageId, Utf8.bytes(settings.maxMessages()),
				Utf8.bytes(settings.idCount()), Utf8.bytes(settings.idWindow().toMillis()), ttl(settings));
	}

	byte[] nextId() {
		return this.ids.nextBytes();
	}

	List<Object> acknowledge(String chat, String user, long upTo, GroupChatSettings settings) {
		String[] keys = keys(chat, "messages", "members", "meta", "own");
		List<Object> reply = acknowledge(keys, user, upTo, settings);
		try {
			while (reply.size() > 3 && Utf8.number(reply.get(3)) == 1) {
				reply = acknowledge(keys, user, upTo, settings);
			}
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.afterPart(ex);
		}
		return reply;
	}

	private List<Object> acknowledge(String[] keys, String user, long upTo, GroupChatSettings settings) {
		return this.redis.eval(ACK, keys, Utf8.bytes(user), Utf8.bytes(upTo), ttl(settings));
	}

	/** One reply of the reading script for each chat, in one flush. */
	List<List<Object>> read(List<String> chats, String user, int limit, GroupChatSettings settings) {
		byte[] most = Utf8.bytes(settings.maxMessages());
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> replies = new ArrayList<>(chats.size());
		chats.forEach((chat) -> replies.add(batch.eval(READ, keys(chat, "messages", "members", "meta"),
				Utf8.bytes(user), Utf8.bytes((long) limit), most)));
		batch.flush();
		return batch.await(replies);
	}

	/**
	 * How many messages of others wait in each chat, in one flush; -1 for those that the
	 * user is not in.
	 */
	List<Long> unread(List<String> chats, String user) {
		byte[] who = Utf8.bytes(user);
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<Long>> replies = new ArrayList<>(chats.size());
		chats.forEach((chat) -> replies.add(batch.eval(UNREAD, keys(chat, "members", "meta", "own"), who)));
		batch.flush();
		return batch.await(replies);
	}

	/** Adds a chat to lists and counts those that lacked it, in one flush. */
	int index(String chat, List<String> users, byte[] tick) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<Long>> replies = new ArrayList<>(users.size());
		users.forEach((user) -> replies.add(batch.eval(INDEX, new String[] { chatsOf(user) }, Utf8.bytes(chat), tick)));
		batch.flush();
		return batch.await(replies).stream().mapToInt(Long::intValue).sum();
	}

	/** Removes a chat from a list unless a later membership is there. */
	void unindex(String user, String chat, byte[] tick) {
		this.redis.eval(UNINDEX, new String[] { chatsOf(user) }, Utf8.bytes(chat), tick);
	}

	/**
	 * Removes chats from a list, each unless a later membership is there, with what a
	 * call of {@link #leave} that did not end has left.
	 */
	void unindexLeft(String user, List<String> chats, List<byte[]> ticks) {
		RedisBatch batch = this.redis.batch();
		List<CompletionStage<List<Object>>> forgotten = new ArrayList<>(chats.size());
		List<CompletionStage<Long>> removed = new ArrayList<>(chats.size());
		for (int i = 0; i < chats.size(); i++) {
			forgotten.add(batch.eval(LEAVE, five(chats.get(i)), Utf8.bytes(user), REST));
			removed.add(batch.eval(UNINDEX, new String[] { chatsOf(user) }, Utf8.bytes(chats.get(i)), ticks.get(i)));
		}
		batch.flush();
		batch.await(removed);
		List<List<Object>> replies = batch.await(forgotten);
		for (int i = 0; i < chats.size(); i++) {
			forgetRest(chats.get(i), user, replies.get(i));
		}
	}

	List<String> chats(String user) {
		return texts(this.redis.call((commands) -> commands.zrange(chatsOf(user), 0, -1)));
	}

	/** The tick and the list of members. */
	List<Object> members(String chat) {
		return this.redis.eval(MEMBERS, keys(chat, "members", "meta"));
	}

	static List<String> texts(List<?> reply) {
		return reply.stream().map(Utf8::text).toList();
	}

	private static byte[] ttl(GroupChatSettings settings) {
		return Utf8.bytes(Payloads.millis(settings.ttl()));
	}

	private String chatsOf(String user) {
		return this.keys.key(ROOM, "user:" + user, "chats");
	}

	private String[] five(String chat) {
		return keys(chat, "messages", "members", "meta", "ids", "own");
	}

	private String[] keys(String chat, String... parts) {
		return Stream.of(parts).map((part) -> this.keys.key(ROOM, "chat:" + chat, part)).toArray(String[]::new);
	}

}
