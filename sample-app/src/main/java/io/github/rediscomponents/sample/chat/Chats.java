// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.regex.Pattern;

import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.messaging.AckResult;
import io.github.rediscomponents.messaging.ChatMessages;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.LeaveResult;
import io.github.rediscomponents.messaging.SendResult;
import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.idempotency.Creations;
import io.github.rediscomponents.sample.user.UserStore;
import io.github.rediscomponents.sample.web.CityZone;
import io.github.rediscomponents.sample.web.Ids;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.Texts;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Service;

/**
 * Chats of users. The name of a chat begins with the id of its creator, who may remove
 * members. Only members can find out that a chat exists.
 */
@Service
public class Chats {

	private static final int MAX_TEXT = 1000;

	private static final int MAX_ID = 100;

	private static final int MAX_PER_CHAT = 200;

	private static final int MAX_MEMBERS = 200;

	private static final Pattern NAME = Pattern.compile("[0-9]{1,19}-[0-9]{1,19}");

	private final GroupChat<Line> chats;

	private final IdWorker ids;

	private final UserStore users;

	private final Conversation conversation;

	private final Creations creations;

	private final ZoneId zone;

	Chats(GroupChats chats, IdWorker ids, UserStore users, Conversation conversation, Creations creations,
			@Value(CityZone.PLACEHOLDER) ZoneId zone) {
		this.chats = chats.get(Line.class);
		this.ids = ids;
		this.users = users;
		this.conversation = conversation;
		this.creations = creations;
		this.zone = zone;
	}

	/**
	 * Creates a chat.
	 * @param creator the first member
	 * @param others further members
	 * @param key the creator's name of the request, null if a repetition creates anew
	 * @return name of the chat
	 */
	String create(User creator, @Nullable List<Long> others, @Nullable String key) {
		Set<Long> members = new LinkedHashSet<>(List.of(creator.id()));
		if (others != null) {
			members.addAll(others);
		}
		if (members.size() > MAX_MEMBERS) {
			throw new Refused("chat.members");
		}
		CreationRequest<Set<Long>> request = CreationRequest.of(creator, key, "chat", members);
		checkExist(members);
		LongFunction<String> name = (number) -> creator.id() + "-" + number;
		String chat = name
			.apply(this.creations.create(request, () -> this.ids.nextId("chat"), Long::longValue, name).id());
		// Also after a repetition: the first request may not have come that far.
		this.chats.create(chat, members.stream().map(String::valueOf).toList());
		return chat;
	}

	/**
	 * Creates a chat with a given name and sends its first lines. A repeated call
	 * completes what the first one left.
	 * @param chat name of the chat, which begins with the id of a member
	 * @param members ids of the members
	 * @param lines what the members say
	 */
	public void open(String chat, List<Long> members, List<FirstLine> lines) {
		this.chats.create(known(chat), members.stream().map(String::valueOf).toList());
		for (int i = 0; i < lines.size(); i++) {
			FirstLine line = lines.get(i);
			this.conversation.say(new User(line.from(), "", ""), chat, line.text(), "first:" + i);
		}
	}

	private void checkExist(Collection<Long> members) {
		if (this.users.findAll(members).size() < members.size()) {
			throw new Refused("user.unknown");
		}
	}

	/**
	 * Sends a message.
	 * @param messageId the client's id of the message, null for none. With an id it can
	 * be sent again without a duplicate
	 * @return number of the message
	 */
	long send(User from, String chat, @Nullable String text, @Nullable String messageId) {
		String line = Texts.required(text, "what.message", MAX_TEXT);
		boolean named = messageId != null && !messageId.isBlank();
		String id = named ? messageId(messageId) : UUID.randomUUID().toString();
		checkMember(from, chat);
		if (this.conversation.say(from, chat, line, id) instanceof SendResult.Sent sent) {
			return sent.seq();
		}
		throw noMember();
	}

	/** The chat counts UTF-16 units, not characters. */
	private static String messageId(@Nullable String text) {
		String id = Texts.required(text, "what.id", MAX_ID);
		if (id.length() > MAX_ID) {
			throw new Refused("text.length", "what.id", String.valueOf(MAX_ID));
		}
		return id;
	}

	/**
	 * Returns messages of a chat, the newest first.
	 * @param before id of the message before which they were sent, 0 for the newest
	 */
	List<Said> messages(User reader, String chat, long before, int limit) {
		if (limit < 1 || limit > MAX_PER_CHAT) {
			throw new Refused("limit.range");
		}
		if (before < 0) {
			throw new Refused("chat.negative");
		}
		checkMember(reader, chat);
		return this.conversation.before(reader, chat, (before == 0) ? Long.MAX_VALUE : before, limit);
	}

	private void checkMember(User user, String chat) {
		if (this.chats.unread(known(chat), key(user)).isEmpty()) {
			throw noMember();
		}
	}

	/** Returns the unread messages of a user in all chats. */
	List<Waiting> pending(User user, int perChat) {
		if (perChat < 1 || perChat > MAX_PER_CHAT) {
			throw new Refused("limit.range");
		}
		List<ChatMessages<Line>> waiting = this.chats.fetch(key(user), perChat);
		Map<String, User> senders = new HashMap<>();
		this.users
			.findAll(waiting.stream()
				.flatMap((chat) -> chat.messages().stream())
				.flatMap((message) -> Ids.parse(message.from()).stream())
				.distinct()
				.toList())
			.forEach((sender) -> senders.put(key(sender), sender));
		return waiting.stream()
			.map((chat) -> new Waiting(chat.chat(), messages(chat, senders), chat.missed(), chat.unread(), chat.upTo()))
			.toList();
	}

	private List<Waiting.Message> messages(ChatMessages<Line> chat, Map<String, User> senders) {
		return chat.messages().stream().map((message) -> {
			User from = senders.getOrDefault(message.from(), new User(Ids.parse(message.from()).orElse(0L), "", ""));
			return new Waiting.Message(message.seq(), message.body().id(), from, message.body().text(),
					LocalDateTime.ofInstant(message.at(), this.zone));
		}).toList();
	}

	/** Marks a chat as read up to a number. */
	void read(User user, String chat, long upTo) {
		if (upTo < 0) {
			throw new Refused("chat.negative");
		}
		AckResult result = this.chats.acknowledge(known(chat), key(user), upTo);
		if (result instanceof AckResult.NotMember) {
			throw noMember();
		}
		if (result instanceof AckResult.BeyondEnd) {
			throw new Refused("chat.beyond");
		}
	}

	/** Returns the chats of a user with the number of unread messages in each. */
	List<Unread> of(User user, boolean withLast) {
		Map<String, Long> unread = this.chats.unread(key(user));
		Map<String, Said> last = withLast ? this.conversation.last(user, unread.keySet()) : Map.of();
		return unread.entrySet()
			.stream()
			.map((entry) -> new Unread(entry.getKey(), entry.getValue(), last.get(entry.getKey())))
			.toList();
	}

	/** Returns the members of a chat. */
	List<User> members(User asking, String chat) {
		return this.users
			.findAll(members(asking.id(), chat).stream().flatMap((member) -> Ids.parse(member).stream()).toList());
	}

	void add(User adding, String chat, long userId) {
		List<String> members = members(adding.id(), chat);
		checkExist(List.of(userId));
		if (members.contains(Long.toString(userId))) {
			return;
		}
		this.conversation.join(chat, userId);
		switch (this.chats.join(chat, Long.toString(userId))) {
			case JOINED, ALREADY_MEMBER -> {
			}
			case FULL -> throw new Refused("chat.full");
			case UNKNOWN_CHAT -> {
				// The last member has left since, or Redis has lost the chat.
				this.conversation.forget(chat, userId);
				throw noMember();
			}
		}
	}

	void remove(User removing, String chat, long userId) {
		members(removing.id(), chat);
		if (removing.id() != userId && !chat.startsWith(removing.id() + "-")) {
			throw new Refused("chat.creator");
		}
		LeaveResult left = this.conversation.leave(chat, () -> this.chats.leave(chat, Long.toString(userId)));
		if (left == LeaveResult.NOT_MEMBER) {
			throw new Refused("chat.no-member");
		}
	}

	private List<String> members(long asking, String chat) {
		List<String> members = this.chats.members(known(chat));
		if (!members.contains(Long.toString(asking))) {
			throw noMember();
		}
		return members;
	}

	private static String known(String chat) {
		if (!NAME.matcher(chat).matches()) {
			throw noMember();
		}
		return chat;
	}

	private static Refused noMember() {
		return new Refused("chat.unknown");
	}

	private static String key(User user) {
		return Long.toString(user.id());
	}

}
