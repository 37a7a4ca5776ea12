// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.util.List;

import io.github.rediscomponents.sample.chat.RefusedLines.RefusedLine;
import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Chats.
 */
@RestController
@RequestMapping("/chat")
class ChatController {

	private final Chats chats;

	private final PairChats pairs;

	private final RefusedLines refused;

	ChatController(Chats chats, PairChats pairs, RefusedLines refused) {
		this.chats = chats;
		this.pairs = pairs;
		this.refused = refused;
	}

	/**
	 * Creates a chat with others and returns its id. A request with an Idempotency-Key
	 * can be sent again without a second chat.
	 */
	@PostMapping
	Envelope<String> create(User user, @RequestBody NewChat chat,
			@RequestHeader(name = CreationRequest.HEADER, required = false) @Nullable String key) {
		return Envelope.ok(this.chats.create(user, chat.members(), key));
	}

	/**
	 * Returns the id of the chat with just one other user, which is the same for both,
	 * and begins it if there is none.
	 */
	@PutMapping("/with/{user}")
	Envelope<String> with(User user, @PathVariable("user") long other) {
		return Envelope.ok(this.pairs.with(user, other));
	}

	/**
	 * Returns one's chats with the number of unread messages of others in each and, with
	 * last=true, the last message of each.
	 */
	@GetMapping
	Envelope<List<Unread>> mine(User user, @RequestParam(defaultValue = "false") boolean last) {
		return Envelope.ok(this.chats.of(user, last));
	}

	/**
	 * Sends a message and returns its number. A message with a messageId can be sent
	 * again without a duplicate.
	 */
	@PostMapping("/{id}/messages")
	Envelope<Long> send(User user, @PathVariable("id") String chat, @RequestBody NewMessage message) {
		return Envelope.ok(this.chats.send(user, chat, message.text(), message.messageId()));
	}

	/**
	 * Returns messages of a chat, the newest first: those before the id of a message, or
	 * the newest.
	 */
	@GetMapping("/{id}/messages")
	Envelope<List<Said>> messages(User user, @PathVariable("id") String chat,
			@RequestParam(defaultValue = "0") long before, @RequestParam(defaultValue = "30") int limit) {
		return Envelope.ok(this.chats.messages(user, chat, before, limit));
	}

	/** Returns the unread messages of all chats. */
	@GetMapping("/pending")
	Envelope<List<Waiting>> pending(User user, @RequestParam(defaultValue = "50") int limit) {
		return Envelope.ok(this.chats.pending(user, limit));
	}

	/**
	 * Returns one's messages that could not be sent at once and were refused later, the
	 * newest first.
	 */
	@GetMapping("/refused")
	Envelope<List<RefusedLine>> refused(User user) {
		return Envelope.ok(this.refused.of(user.id()));
	}

	/** Forgets a refused message of one's own. */
	@DeleteMapping("/refused/{id}")
	Envelope<Void> forget(User user, @PathVariable("id") long lineId) {
		this.refused.delete(user.id(), lineId);
		return Envelope.ok();
	}

	/** Moves one's read position forward. */
	@PutMapping("/{id}/read")
	Envelope<Void> read(User user, @PathVariable("id") String chat, @RequestParam(defaultValue = "0") long upTo) {
		this.chats.read(user, chat, upTo);
		return Envelope.ok();
	}

	/** Returns the members of a chat. */
	@GetMapping("/{id}/members")
	Envelope<List<User>> members(User user, @PathVariable("id") String chat) {
		return Envelope.ok(this.chats.members(user, chat));
	}

	/** Adds a user to a chat. */
	@PutMapping("/{id}/members/{user}")
	Envelope<Void> add(User user, @PathVariable("id") String chat, @PathVariable("user") long userId) {
		this.chats.add(user, chat, userId);
		return Envelope.ok();
	}

	/** Leaves a chat or, for its creator, removes a user. */
	@DeleteMapping("/{id}/members/{user}")
	Envelope<Void> remove(User user, @PathVariable("id") String chat, @PathVariable("user") long userId) {
		this.chats.remove(user, chat, userId);
		return Envelope.ok();
	}

	/**
	 * A chat to create.
	 *
	 * @param members ids of the members besides the creator
	 */
	record NewChat(@Nullable List<Long> members) {
	}

	/**
	 * A message to send.
	 *
	 * @param text the text
	 * @param messageId the client's id of the message
	 */
	record NewMessage(@Nullable String text, @Nullable String messageId) {
	}

}
