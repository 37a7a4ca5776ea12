// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.messaging.AckResult.Acknowledged;
import io.github.rediscomponents.messaging.AckResult.BeyondEnd;
import io.github.rediscomponents.messaging.MessagingObserver.Outcome;
import io.github.rediscomponents.messaging.SendResult.Sent;
import io.github.rediscomponents.messaging.SendResult.UnknownChat;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link GroupChat} on {@link ChatStore}.
 */
final class RedisGroupChat<T> implements GroupChat<T> {

	private static final int MAX_LIMIT = 10_000;

	private final ChatStore store;

	private final ValueCodec<T> codec;

	private final ChatReader<T> reader;

	private final Supplier<GroupChatSettings> settings;

	private final MessagingObserver observer;

	RedisGroupChat(ChatStore store, ValueCodec<T> codec, Supplier<GroupChatSettings> settings,
			MessagingObserver observer) {
		this.store = store;
		this.codec = codec;
		this.reader = new ChatReader<>(codec, observer);
		this.settings = settings;
		this.observer = observer;
	}

	@Override
	public boolean create(String chat, Collection<String> members) {
		chat(chat);
		GroupChatSettings present = this.settings.get();
		List<String> distinct = Checks.notNull("members", members)
			.stream()
			.map((member) -> Payloads.name("members", member))
			.distinct()
			.toList();
		Checks.isTrue(!distinct.isEmpty() && distinct.size() <= present.maxMembers(),
				"members must be 1 to " + present.maxMembers() + ", were " + distinct.size());
		List<Object> reply = this.store.create(chat, distinct, present);
		boolean created = Utf8.number(reply.get(0)) == 1;
		try {
			this.store.index(chat, ChatStore.texts(reply.subList(2, reply.size())), (byte[]) reply.get(1));
		}
		catch (RedisComponentsException ex) {
			throw created ? BatchFailure.inPart(1, reply.size() - 2, 0, ex) : ex;
		}
		return created;
	}

	@Override
	public JoinResult join(String chat, String user) {
		List<Object> reply = this.store.join(chat(chat), user(user), this.settings.get());
		JoinResult result = switch ((int) Utf8.number(reply.get(0))) {
			case 1 -> JoinResult.JOINED;
			case 2 -> JoinResult.ALREADY_MEMBER;
			case 3 -> JoinResult.FULL;
			default -> JoinResult.UNKNOWN_CHAT;
		};
		if (result == JoinResult.JOINED || result == JoinResult.ALREADY_MEMBER) {
			try {
				this.store.index(chat, List.of(user), (byte[]) reply.get(1));
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.afterPart(ex);
			}
		}
		return result;
	}

	@Override
	public LeaveResult leave(String chat, String user) {
		List<Object> reply = this.store.leave(chat(chat), user(user));
		try {
			this.store.unindex(user, chat, (byte[]) reply.get(1));
		}
		catch (RedisComponentsException ex) {
			throw BatchFailure.afterPart(ex);
		}
		return switch ((int) Utf8.number(reply.get(0))) {
			case 1 -> LeaveResult.LEFT;
			case 2 -> LeaveResult.LEFT_LAST;
			default -> LeaveResult.NOT_MEMBER;
		};
	}

	@Override
	public SendResult send(String chat, String from, T body) {
		return send(chat, from, body, this.store.nextId());
	}

	@Override
	public SendResult send(String chat, String from, T body, String messageId) {
		return send(chat, from, body, Utf8.bytes(Payloads.name("messageId", messageId)));
	}

	private SendResult send(String chat, String from, T body, byte[] messageId) {
		GroupChatSettings present = this.settings.get();
		byte[] bytes = Payloads.encode(this.codec, body, present.maxPayload());
		List<Object> reply = this.store.send(chat(chat), Payloads.name("from", from), bytes, messageId, present);
		SendResult result = switch ((int) Utf8.number(reply.get(0))) {
			case 1 -> new Sent(Utf8.number(reply.get(1)), false);
			case 2 -> new Sent(Utf8.number(reply.get(1)), true);
			case 3 -> new SendResult.NotMember();
			default -> new UnknownChat();
		};
		this.observer.sent(ChatReader.COMPONENT,
				(result instanceof Sent sent) ? (sent.repeated() ? Outcome.REPEATED : Outcome.SENT) : Outcome.REFUSED);
		return result;
	}

	@Override
	public List<ChatMessages<T>> fetch(String user, int perChat) {
		Checks.between("perChat", perChat, 1, MAX_LIMIT);
		List<ChatMessages<T>> waiting = new ArrayList<>();
		readAll(this.store.chats(user(user)), user, perChat).forEach((chat, reply) -> {
			if (ChatReader.unread(reply) > 0) {
				waiting.add(this.reader.read(chat, reply));
			}
		});
		return waiting;
	}

	@Override
	public Optional<ChatMessages<T>> fetch(String chat, String user, int limit) {
		Checks.between("limit", limit, 1, MAX_LIMIT);
		List<Object> reply = this.store.read(List.of(chat(chat)), user(user), limit, this.settings.get()).get(0);
		return ChatReader.isMember(reply) ? Optional.of(this.reader.read(chat, reply)) : Optional.empty();
	}

	@Override
	public AckResult acknowledge(String chat, String user, long upTo) {
		Checks.between("upTo", upTo, 0, Long.MAX_VALUE);
		// Beyond this no number of a script is exact.
		long exact = Math.min(upTo, 1L << 53);
		List<Object> reply = this.store.acknowledge(chat(chat), user(user), exact, this.settings.get());
		long position = Utf8.number(reply.get(1));
		long last = Utf8.number(reply.get(2));
		return switch ((int) Utf8.number(reply.get(0))) {
			case 1 -> new Acknowledged(position, last - position);
			case 2 -> new BeyondEnd(last);
			default -> new AckResult.NotMember();
		};
	}

	@Override
	public Map<String, Long> unread(String user) {
		List<String> chats = this.store.chats(user(user));
		List<Long> unread = this.store.unread(chats, user);
		Map<String, Long> counts = new LinkedHashMap<>();
		List<String> gone = new ArrayList<>();
		for (int i = 0; i < chats.size(); i++) {
			if (unread.get(i) < 0) {
				gone.add(chats.get(i));
			}
			else {
				counts.put(chats.get(i), unread.get(i));
			}
		}
		if (!gone.isEmpty()) {
			List<String> back = List.copyOf(readAll(gone, user, 0).keySet());
			List<Long> counted = this.store.unread(back, user);
			IntStream.range(0, back.size())
				.filter((i) -> counted.get(i) >= 0)
				.forEach((i) -> counts.put(back.get(i), counted.get(i)));
		}
		return counts;
	}

	@Override
	public OptionalLong unread(String chat, String user) {
		long unread = this.store.unread(List.of(chat(chat)), user(user)).get(0);
		return (unread < 0) ? OptionalLong.empty() : OptionalLong.of(unread);
	}

	@Override
	public List<String> chats(String user) {
		return this.store.chats(user(user));
	}

	@Override
	public List<String> members(String chat) {
		return ChatStore.texts((List<?>) this.store.members(chat(chat)).get(1));
	}

	@Override
	public int repair(String chat) {
		List<Object> reply = this.store.members(chat(chat));
		return this.store.index(chat, ChatStore.texts((List<?>) reply.get(1)), (byte[]) reply.get(0));
	}

	/** The replies by chat, of those that the user is in; cleans the user's list. */
	private Map<String, List<Object>> readAll(List<String> chats, String user, int limit) {
		List<List<Object>> replies = this.store.read(chats, user, limit, this.settings.get());
		List<Integer> gone = IntStream.range(0, chats.size())
			.filter((i) -> !ChatReader.isMember(replies.get(i)))
			.boxed()
			.toList();
		if (!gone.isEmpty()) {
			this.store.unindexLeft(user, gone.stream().map(chats::get).toList(),
					gone.stream().map((i) -> (byte[]) replies.get(i).get(1)).toList());
		}
		Map<String, List<Object>> found = new LinkedHashMap<>();
		IntStream.range(0, chats.size())
			.filter((i) -> ChatReader.isMember(replies.get(i)))
			.forEach((i) -> found.put(chats.get(i), replies.get(i)));
		return found;
	}

	private static String chat(String chat) {
		return Payloads.name("chat", chat);
	}

	private static String user(String user) {
		return Payloads.name("user", user);
	}

}
