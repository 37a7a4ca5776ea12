// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;

/**
 * Turns replies of the reading script into messages.
 */
final class ChatReader<T> {

	private static final Logger logger = LoggerFactory.getLogger(ChatReader.class);

	static final String COMPONENT = "group-chat";

	private final ValueCodec<T> codec;

	private final MessagingObserver observer;

	ChatReader(ValueCodec<T> codec, MessagingObserver observer) {
		this.codec = codec;
		this.observer = observer;
	}

	static boolean isMember(List<Object> reply) {
		return Utf8.number(reply.get(0)) == 1;
	}

	static long unread(List<Object> reply) {
		return Utf8.number(reply.get(2)) - Utf8.number(reply.get(1));
	}

	ChatMessages<T> read(String chat, List<Object> reply) {
		long position = Utf8.number(reply.get(1));
		long last = Utf8.number(reply.get(2));
		List<StoredMessage> entries = ((List<?>) reply.get(3)).stream().map(StoredMessage::of).toList();
		List<ChatMessage<T>> messages = new ArrayList<>(entries.size());
		int undecodable = 0;
		for (StoredMessage entry : entries) {
			try {
				messages.add(new ChatMessage<>(entry.first(), Utf8.text(entry.values().get(0)),
						CodecCalls.decode(this.codec, entry.values().get(1)), Instant.ofEpochMilli(entry.second())));
			}
			catch (CodecException ex) {
				undecodable++;
				FailureLog.debug(logger, ex, "Message of chat '{}' cannot be read", chat);
			}
		}
		// Numbers have no gaps, so what lies before the first that is left was dropped.
		long missed = (entries.isEmpty() ? last : entries.get(0).first() - 1) - position;
		long upTo = entries.isEmpty() ? last : entries.get(entries.size() - 1).first();
		this.observer.fetched(COMPONENT, messages.size());
		this.observer.missed(COMPONENT, missed);
		this.observer.undecodable(COMPONENT, undecodable);
		return new ChatMessages<>(chat, messages, missed, undecodable, upTo, last - position);
	}

}
