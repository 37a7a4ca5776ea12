// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

import io.github.rediscomponents.messaging.SendResult;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.sample.chat.ChatLines.StoredLine;
import io.github.rediscomponents.sample.upkeep.Change;
import io.github.rediscomponents.sample.upkeep.Changes;
import io.github.rediscomponents.sample.user.UserStore;
import io.github.rediscomponents.sample.web.CityZone;
import io.github.rediscomponents.sample.web.User;

/**
 * The lines of chats: the database has all of them, Redis those that a member has not
 * read. A line is stored with the record that it has still to be sent, so that none is
 * lost between the two.
 */
@Service
class Conversation {

	private final ChatLines lines;

	private final ChatTeller teller;

	private final Changes changes;

	private final UserStore users;

	private final TransactionTemplate transaction;

	private final ZoneId zone;

	Conversation(ChatLines lines, ChatTeller teller, Changes changes, UserStore users,
			PlatformTransactionManager transactions, @Value(CityZone.PLACEHOLDER) ZoneId zone) {
		this.lines = lines;
		this.teller = teller;
		this.changes = changes;
		this.users = users;
		this.transaction = new TransactionTemplate(transactions);
		this.zone = zone;
	}

	/**
	 * Stores a line and sends it. A line that was stored and could not be sent is sent a
	 * little later.
	 * @param messageId the sender's name of the message; the same name stores once
	 * @return the outcome; a line that the chat refuses is not stored
	 */
	SendResult say(User from, String chat, String text, String messageId) {
		Optional<StoredLine> known = this.lines.find(chat, from.id(), messageId);
		if (known.isPresent()) {
			return this.teller.send(known.get());
		}
		Change noted;
		try {
			noted = Objects.requireNonNull(this.transaction.execute((status) -> {
				LocalDateTime now = LocalDateTime.now(this.zone).truncatedTo(ChronoUnit.MILLIS);
				long id = this.lines.insert(chat, from.id(), messageId, text, now);
				return this.changes.note(ChatTeller.KIND, from.id(), id);
			}));
		}
		catch (DuplicateKeyException ex) {
			// Another attempt with the same name has stored it.
			return this.teller.send(this.lines.find(chat, from.id(), messageId).orElseThrow(() -> ex));
		}
		StoredLine line = this.lines.find(noted.targetId()).orElseThrow();
		SendResult result = this.teller.send(line);
		this.transaction.executeWithoutResult((status) -> {
			if (!result.isSent()) {
				this.lines.delete(line.id());
			}
			this.changes.told(noted);
		});
		return result;
	}

	/** Returns lines of a chat before an id, the newest first. */
	List<Said> before(User reader, String chat, long before, int most) {
		return said(this.lines.between(chat, this.lines.joinedAfter(chat, reader.id()), before, most));
	}

	/** Returns the last line of each chat that has one. */
	Map<String, Said> last(User reader, Collection<String> chats) {
		List<StoredLine> found = this.lines.last(reader.id(), chats);
		List<Said> said = said(found);
		Map<String, Said> last = new HashMap<>();
		for (int i = 0; i < found.size(); i++) {
			last.put(found.get(i).chat(), said.get(i));
		}
		return last;
	}

	/** Lets a user that is about to join read what follows. */
	void join(String chat, long userId) {
		this.lines.join(chat, userId);
	}

	/** Deletes the lines of a chat that has ended. */
	void end(String chat) {
		this.transaction.executeWithoutResult((status) -> this.lines.delete(chat));
	}

	private List<Said> said(List<StoredLine> found) {
		Map<Long, User> senders = new HashMap<>();
		this.users.findAll(found.stream().map(StoredLine::userId).distinct().toList())
			.forEach((user) -> senders.put(user.id(), user));
		return found.stream()
			.map((line) -> new Said(line.id(), senders.getOrDefault(line.userId(), new User(line.userId(), "", "")),
					line.content(), line.createTime()))
			.toList();
	}

}
