// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

import io.github.rediscomponents.messaging.LeaveResult;
import io.github.rediscomponents.messaging.SendResult;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.sample.chat.ChatLines.StoredLine;
import io.github.rediscomponents.sample.upkeep.Change;
import io.github.rediscomponents.sample.upkeep.Changes;
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

	private final TransactionTemplate transaction;

	private final ZoneId zone;

	Conversation(ChatLines lines, ChatTeller teller, Changes changes, PlatformTransactionManager transactions,
			@Value(CityZone.PLACEHOLDER) ZoneId zone) {
		this.lines = lines;
		this.teller = teller;
		this.changes = changes;
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
			return this.teller.sendOnce(known.get());
		}
		LocalDateTime now = LocalDateTime.now(this.zone).truncatedTo(ChronoUnit.MILLIS);
		Change noted;
		try {
			noted = Objects.requireNonNull(this.transaction.execute((status) -> {
				long id = this.lines.insert(chat, from.id(), messageId, text, now);
				return this.changes.note(ChatTeller.KIND, from.id(), id);
			}));
		}
		catch (DuplicateKeyException ex) {
			// Another attempt with the same name has stored it, and deleted it if the
			// chat refused it.
			return this.lines.find(chat, from.id(), messageId)
				.map(this.teller::sendOnce)
				.orElseGet(SendResult.NotMember::new);
		}
		long id = noted.targetId();
		SendResult result = this.teller.send(new StoredLine(id, chat, from.id(), messageId, text, now, null));
		this.transaction.executeWithoutResult((status) -> {
			if (result instanceof SendResult.Sent sent) {
				this.lines.sent(id, sent.seq());
			}
			else {
				this.lines.delete(id);
			}
			this.changes.told(noted);
		});
		return result;
	}

	/** Returns lines of a chat before an id, the newest first. */
	List<Said> before(User reader, String chat, long before, int most) {
		return this.lines.before(chat, reader.id(), before, most);
	}

	/** Returns the last line of each chat that has one. */
	Map<String, Said> last(User reader, Collection<String> chats) {
		return this.lines.last(reader.id(), chats);
	}

	/** Lets a user that is about to join read what follows. */
	void join(String chat, long userId) {
		this.lines.join(chat, userId);
	}

	/** Takes back that a user is about to join. */
	void forget(String chat, long userId) {
		this.lines.leave(chat, userId);
	}

	/**
	 * Takes a member out of a chat, and deletes the lines of a chat that ends with it.
	 * That the chat may end is recorded before, so that its lines are also deleted if
	 * this instance stops in between.
	 */
	LeaveResult leave(String chat, Supplier<LeaveResult> leaving) {
		int dash = chat.indexOf('-');
		Change noted = this.changes.note(EndTeller.KIND, Long.parseLong(chat.substring(0, dash)),
				Long.parseLong(chat.substring(dash + 1)));
		LeaveResult result = leaving.get();
		if (result == LeaveResult.LEFT_LAST) {
			this.changes.tell(noted);
		}
		else {
			this.changes.told(noted);
		}
		return result;
	}

}
