// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.messaging.MessagingObserver.Outcome;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.OperationIds;

/**
 * {@link Mailbox} by a stream for each receiver.
 */
final class RedisMailbox<T> implements Mailbox<T> {

	private static final Logger logger = LoggerFactory.getLogger(RedisMailbox.class);

	private static final String ROOM = "mailbox";

	private static final LuaScript<List<Object>> SEND = LuaScript.list("messaging/mail-send", 3, 7);

	private static final LuaScript<List<Object>> FETCH = LuaScript.list("messaging/mail-fetch", 2, 4);

	private static final LuaScript<Long> ACK = LuaScript.integer("messaging/mail-ack", 2, LuaScript.ANY);

	private static final int MAX_LIMIT = 10_000;

	private static final int MAX_IDS = 1000;

	/** Beyond this no number of a script is exact. */
	private static final long EXACT = 1L << 53;

	private final CommandPort redis;

	private final KeySpace keys;

	private final ValueCodec<T> codec;

	private final OperationIds ids;

	private final Supplier<MailboxSettings> settings;

	private final MessagingObserver observer;

	RedisMailbox(CommandPort redis, KeySpace keys, ValueCodec<T> codec, OperationIds ids,
			Supplier<MailboxSettings> settings, MessagingObserver observer) {
		this.redis = redis;
		this.keys = keys;
		this.codec = codec;
		this.ids = ids;
		this.settings = settings;
		this.observer = observer;
	}

	@Override
	public MailResult send(String receiver, T body) {
		return send(receiver, body, this.ids.nextBytes());
	}

	@Override
	public MailResult send(String receiver, T body, String messageId) {
		return send(receiver, body, Utf8.bytes(Payloads.name("messageId", messageId)));
	}

	private MailResult send(String receiver, T body, byte[] messageId) {
		MailboxSettings present = this.settings.get();
		byte[] bytes = Payloads.encode(this.codec, body, present.maxPayload());
		List<Object> reply = this.redis.eval(SEND, keys(receiver, "messages", "meta", "ids"), messageId, bytes,
				Utf8.bytes(present.maxMessages()), Utf8.bytes((present.overflow() == Overflow.REJECT) ? 1 : 0),
				Utf8.bytes(Payloads.millis(present.ttl())), Utf8.bytes(present.idCount()),
				Utf8.bytes(present.idWindow().toMillis()));
		long number = Utf8.number(reply.get(1));
		int outcome = (int) Utf8.number(reply.get(0));
		this.observer.sent(ROOM, (outcome == 0) ? Outcome.REFUSED : (outcome == 1) ? Outcome.SENT : Outcome.REPEATED);
		return (outcome == 0) ? new MailResult.Full(number) : new MailResult.Sent(number, outcome == 2);
	}

	@Override
	public MailBatch<T> fetch(String receiver, int limit) {
		return fetch(receiver, 0, limit);
	}

	@Override
	public MailBatch<T> fetch(String receiver, long after, int limit) {
		Checks.between("after", after, 0, Long.MAX_VALUE);
		Checks.between("limit", limit, 1, MAX_LIMIT);
		MailboxSettings present = this.settings.get();
		List<Object> reply = this.redis.eval(FETCH, keys(receiver, "messages", "meta"),
				Utf8.bytes(Math.min(after, EXACT)), Utf8.bytes(limit), Utf8.bytes(Payloads.millis(present.ttl())),
				Utf8.bytes(present.idWindow().toMillis()));
		List<Mail<T>> mails = new ArrayList<>();
		List<Long> undecodable = new ArrayList<>();
		for (Object part : (List<?>) reply.get(2)) {
			StoredMessage entry = StoredMessage.of(part);
			try {
				mails.add(new Mail<>(entry.first(), CodecCalls.decode(this.codec, entry.values().get(1)),
						Instant.ofEpochMilli(Utf8.number(entry.values().get(0)))));
			}
			catch (CodecException ex) {
				undecodable.add(entry.first());
				FailureLog.debug(logger, ex, "Message {} of mailbox '{}' cannot be read", entry.first(), receiver);
			}
		}
		this.observer.fetched(ROOM, mails.size());
		this.observer.undecodable(ROOM, undecodable.size());
		return new MailBatch<>(mails, undecodable, Utf8.number(reply.get(0)), Utf8.number(reply.get(1)));
	}

	@Override
	public int acknowledge(String receiver, Collection<Long> ids) {
		Checks.between("ids.size", Checks.notNull("ids", ids).size(), 0, MAX_IDS);
		List<byte[]> args = new ArrayList<>(ids.size() + 1);
		args.add(Utf8.bytes(this.settings.get().idWindow().toMillis()));
		ids.forEach((id) -> args.add(Utf8.bytes(Checks.between("ids", id, 0, Long.MAX_VALUE))));
		String[] both = keys(receiver, "messages", "meta");
		return ids.isEmpty() ? 0 : this.redis.eval(ACK, both, args.toArray(byte[][]::new)).intValue();
	}

	@Override
	public boolean acknowledge(String receiver, long id) {
		return acknowledge(receiver, List.of(id)) > 0;
	}

	@Override
	public long size(String receiver) {
		String messages = keys(receiver, "messages")[0];
		Long size = this.redis.call((commands) -> commands.xlen(messages));
		return size;
	}

	@Override
	public void clear(String receiver) {
		String[] all = keys(receiver, "messages", "meta", "ids");
		this.redis.call((commands) -> commands.unlink(all));
	}

	private String[] keys(String receiver, String... parts) {
		String name = Payloads.name("receiver", receiver);
		String[] named = new String[parts.length];
		for (int i = 0; i < parts.length; i++) {
			named[i] = this.keys.key(ROOM, name, parts[i]);
		}
		return named;
	}

}
