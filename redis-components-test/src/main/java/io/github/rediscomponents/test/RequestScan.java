// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/**
 * Follows the requests on one connection, as arrays of bulk strings that arrive in pieces
 * of any size, and notes whether one of them blocks. Ignores whatever else is sent.
 */
final class RequestScan {

	private static final Set<String> BLOCKING = Set.of("BLPOP", "BRPOP", "BLMOVE", "BRPOPLPUSH", "BLMPOP", "BZPOPMIN",
			"BZPOPMAX", "BZMPOP", "WAIT", "WAITAOF");

	/** Block only with an argument of the name. */
	private static final Set<String> READS = Set.of("XREAD", "XREADGROUP");

	private static final String BLOCK = "BLOCK";

	private static final String OTHER = "?";

	/** Longer parts of a request are neither a name nor an option. */
	private static final int MOST_BYTES = 16;

	private final StringBuilder part = new StringBuilder();

	private volatile boolean blocked;

	private String command = "";

	/** How many bulk strings of the request are to come. */
	private long bulks;

	/** How many bytes of the bulk string and its line end are to come. */
	private long bytes;

	/** Whether the bulk string may be a name or an option that blocks. */
	private boolean relevant;

	private boolean unknown;

	/** Returns whether a request since the last reply blocks the connection. */
	boolean isBlocked() {
		return this.blocked;
	}

	/** A reply came. */
	void replied() {
		this.blocked = false;
	}

	/** Further bytes of requests. */
	void add(byte[] sent) {
		for (int i = 0; i < sent.length && !this.unknown; i++) {
			if (this.bytes > 0) {
				int taken = (int) Math.min(this.bytes, sent.length - i);
				this.bytes -= taken;
				if (this.relevant) {
					this.part.append(new String(sent, i, taken, StandardCharsets.ISO_8859_1));
				}
				i += taken - 1;
				if (this.bytes == 0) {
					endOfBulk();
				}
			}
			else if (sent[i] == '\n') {
				endOfHeader();
			}
			else if (this.part.length() < MOST_BYTES) {
				this.part.append((char) (sent[i] & 0xff));
			}
			else {
				this.unknown = true;
			}
		}
	}

	private void endOfHeader() {
		String header = this.part.toString().strip();
		this.part.setLength(0);
		try {
			char expected = (this.bulks == 0) ? '*' : '$';
			long number = (!header.isEmpty() && header.charAt(0) == expected) ? Long.parseLong(header.substring(1))
					: -1;
			this.unknown = number < 0;
			if (this.bulks == 0) {
				this.bulks = number;
				this.command = "";
			}
			else {
				this.bytes = number + 2;
				this.relevant = this.bytes <= MOST_BYTES && (this.command.isEmpty() || READS.contains(this.command));
			}
		}
		catch (NumberFormatException ex) {
			this.unknown = true;
		}
	}

	private void endOfBulk() {
		String text = this.relevant ? this.part.toString().strip().toUpperCase(Locale.ROOT) : OTHER;
		this.part.setLength(0);
		this.bulks--;
		if (this.command.isEmpty()) {
			this.command = text;
			this.blocked |= BLOCKING.contains(text);
		}
		else if (BLOCK.equals(text)) {
			this.blocked = true;
		}
	}

}
