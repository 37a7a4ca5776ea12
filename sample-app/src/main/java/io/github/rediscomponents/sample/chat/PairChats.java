// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.sample.user.UserStore;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The chat of two users: the same for both, also if they begin it at the same moment.
 *
 * <p>
 * The database has a row for each pair, which is locked while the chat is looked for or
 * begun, and while a chat that has ended is deleted. A chat that one of the two has left,
 * or that has further members, is no longer theirs.
 */
@Service
class PairChats {

	private final GroupChat<Line> chats;

	private final ChatPairs pairs;

	private final IdWorker ids;

	private final UserStore users;

	private final TransactionTemplate transaction;

	PairChats(GroupChats chats, ChatPairs pairs, IdWorker ids, UserStore users,
			PlatformTransactionManager transactions) {
		this.chats = chats.get(Line.class);
		this.pairs = pairs;
		this.ids = ids;
		this.users = users;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Returns the chat of two users, and begins it if there is none.
	 * @return name of the chat
	 */
	String with(User user, long other) {
		if (other == user.id()) {
			throw new Refused("chat.oneself");
		}
		if (this.users.findAll(List.of(other)).isEmpty()) {
			throw new Refused("user.unknown");
		}
		ChatPair pair = ChatPair.of(user.id(), other);
		this.pairs.note(pair);
		return Objects.requireNonNull(this.transaction.execute((status) -> locked(pair, user)));
	}

	private String locked(ChatPair pair, User user) {
		Optional<String> noted = this.pairs.lock(pair).filter((chat) -> mayBeOf(pair, chat));
		String chat = noted.or(() -> present(pair, user)).orElseGet(() -> user.id() + "-" + this.ids.nextId("chat"));
		if (noted.isEmpty()) {
			this.pairs.set(pair, chat);
		}
		this.chats.create(chat, pair.members());
		return chat;
	}

	/** Redis may have lost the chat, or was not told. */
	private boolean mayBeOf(ChatPair pair, String chat) {
		List<String> members = this.chats.members(chat);
		return members.isEmpty() || pair.are(members);
	}

	/** Returns a chat of the two that has no row, such as one of an earlier release. */
	private Optional<String> present(ChatPair pair, User user) {
		return this.chats.unread(Long.toString(user.id()))
			.keySet()
			.stream()
			.filter(pair::created)
			.filter((chat) -> pair.are(this.chats.members(chat)))
			.sorted()
			.findFirst();
	}

}
