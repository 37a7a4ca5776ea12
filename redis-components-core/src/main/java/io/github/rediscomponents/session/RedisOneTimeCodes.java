// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Supplier;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.session.CodeUse.Outcome;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.OperationIds;

/**
 * {@link OneTimeCodes} by a hash for each subject.
 */
final class RedisOneTimeCodes implements OneTimeCodes {

	private static final String ROOM = "one-time-code";

	private static final LuaScript<List<Object>> ISSUE = LuaScript.list("session/code-issue", 2, 5);

	private static final LuaScript<Long> USE = LuaScript.integer("session/code-use", 2, 2);

	private static final int RIGHT = -1;

	private static final int NONE = -2;

	private static final int MAX_TYPED = 64;

	private final SecureRandom random = new SecureRandom();

	private final CommandPort redis;

	private final KeySpace keys;

	private final String purpose;

	private final Supplier<OneTimeCodeSettings> settings;

	private final SessionObserver observer;

	RedisOneTimeCodes(CommandPort redis, KeySpace keys, String purpose, Supplier<OneTimeCodeSettings> settings,
			SessionObserver observer) {
		this.redis = redis;
		this.keys = keys;
		this.purpose = purpose;
		this.settings = settings;
		this.observer = observer;
	}

	@Override
	public CodeIssue issue(String subject) {
		String identity = identity(subject);
		OneTimeCodeSettings present = this.settings.get();
		String code = random(present.length());
		List<Object> reply = this.redis.eval(ISSUE, keysOf(identity), digest(identity, code),
				Utf8.bytes(present.ttl().toMillis()), Utf8.bytes(present.attempts()),
				Utf8.bytes(present.resendInterval().toMillis()), remembered());
		boolean issued = Utf8.number(reply.get(0)) == 1;
		this.observer.codeAsked(this.purpose, issued);
		long millis = Utf8.number(reply.get(1));
		return issued ? new CodeIssue.Issued(code, Instant.ofEpochMilli(millis))
				: new CodeIssue.TooSoon(Duration.ofMillis(millis));
	}

	@Override
	public CodeUse use(String subject, String code) {
		String identity = identity(subject);
		Checks.hasLength("code", code, MAX_TYPED);
		int reply = this.redis.eval(USE, keysOf(identity), digest(identity, code), remembered()).intValue();
		Outcome outcome = switch (reply) {
			case RIGHT -> Outcome.RIGHT;
			case NONE -> Outcome.NONE;
			default -> Outcome.WRONG;
		};
		this.observer.codeTried(this.purpose, outcome);
		return new CodeUse(outcome, Math.max(0, reply));
	}

	@Override
	public void withdraw(String subject) {
		String key = this.keys.key(ROOM, identity(subject));
		this.redis.call((commands) -> commands.unlink(key));
	}

	@Override
	public String purpose() {
		return this.purpose;
	}

	private String random(int length) {
		StringBuilder digits = new StringBuilder(length);
		for (int i = 0; i < length; i++) {
			digits.append((char) ('0' + this.random.nextInt(10)));
		}
		return digits.toString();
	}

	private String identity(String subject) {
		return this.purpose + ':' + Names.check("subject", subject);
	}

	private String[] keysOf(String identity) {
		String operation = HexFormat.of().toHexDigits(this.random.nextLong());
		return new String[] { this.keys.key(ROOM, identity), this.keys.key(ROOM, identity, "op:" + operation) };
	}

	/** For how long the driver can repeat something. */
	private byte[] remembered() {
		return Utf8.bytes(OperationIds.millis(this.redis));
	}

	private static byte[] digest(String identity, String code) {
		return Utf8.bytes(SessionToken.digest(identity + '\0' + code));
	}

}
