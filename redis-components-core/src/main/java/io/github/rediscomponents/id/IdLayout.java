// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Duration;
import java.time.Instant;

/**
 * The division of the bits of an id between time and sequence. Ids of every layout are
 * positive, and a later one is greater.
 *
 * @since 1.0.0
 */
public enum IdLayout {

	/**
	 * 41 bits of milliseconds and 22 bits of sequence: 4,194,304 ids a millisecond and
	 * key, for 69 years.
	 */
	DEFAULT("default", Duration.ofMillis(1), 41, 22, 1),

	/**
	 * 41 bits of milliseconds and 12 bits of sequence: 53 bits, which a JavaScript number
	 * holds exactly. 4,096 ids a millisecond and key, for all processes together, for 69
	 * years.
	 */
	JS_SAFE("js-safe", Duration.ofMillis(1), 41, 12, 1),

	/**
	 * 31 bits of seconds and 32 bits of sequence that goes on through the day (UTC, by
	 * the server's clock) and begins again the next day; for tables that hold such ids
	 * already. For 68 years.
	 */
	CLASSIC("classic", Duration.ofSeconds(1), 31, 32, 86_400);

	private final String part;

	private final long unitMicros;

	private final int timeBits;

	private final int sequenceBits;

	private final int period;

	IdLayout(String part, Duration unit, int timeBits, int sequenceBits, int period) {
		this.part = part;
		this.unitMicros = unit.toNanos() / 1000;
		this.timeBits = timeBits;
		this.sequenceBits = sequenceBits;
		this.period = period;
	}

	/**
	 * Returns how many bits of an id are time.
	 * @return 41 or 31
	 */
	public int timeBits() {
		return this.timeBits;
	}

	/**
	 * Returns how many bits of an id are sequence.
	 * @return 22, 12 or 32
	 */
	public int sequenceBits() {
		return this.sequenceBits;
	}

	/**
	 * How far two neighbouring values of the time bits are apart.
	 * @return one millisecond or one second
	 */
	public Duration unit() {
		return Duration.ofNanos(this.unitMicros * 1000);
	}

	/**
	 * When the time bits are used up.
	 * @param epoch the instant at which time begins
	 * @return the first instant that has no id any more
	 */
	public Instant expiresAt(Instant epoch) {
		return epoch.plus(unit().multipliedBy(1L << this.timeBits));
	}

	String part() {
		return this.part;
	}

	long unitMicros() {
		return this.unitMicros;
	}

	/** Returns how many sequence numbers a unit of time has. */
	long size() {
		return 1L << this.sequenceBits;
	}

	/** After how many units of time the sequence begins again. */
	int period() {
		return this.period;
	}

	/** Returns the whole units since 1970. */
	long units(Instant instant) {
		return Math.floorDiv(instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1000, this.unitMicros);
	}

	Instant instant(long units) {
		return Instant.EPOCH.plus(unit().multipliedBy(units));
	}

}
