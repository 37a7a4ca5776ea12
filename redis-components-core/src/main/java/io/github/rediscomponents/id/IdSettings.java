package io.github.rediscomponents.id;

import java.time.Duration;
import java.time.Instant;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of an {@link IdWorker}.
 *
 * @param layout how the bits are divided; needs a restart
 * @param epoch where time begins: whole seconds, not in the future of the server's clock
 * (which is checked with the first block); needs a restart, and must never change for a
 * table that holds ids
 * @param maxAge how long a granted block may be used, 10 milliseconds to 1 minute; the
 * rest of an older block is thrown away, so ids of different processes are in the order
 * of time to within this
 * @param minBlock the least ids to ask for at once, 1 to 2<sup>20</sup>
 * @param maxBlock the most ids to ask for at once, {@code minBlock} to 2<sup>20</sup>
 */
public record IdSettings(IdLayout layout, Instant epoch, Duration maxAge, int minBlock, int maxBlock) {

	private static final int LIMIT = 1 << 20;

	/** This code is no older than that, whatever the clock of the machine says. */
	private static final Instant WRITTEN = Instant.parse("2026-11-20T00:00:00Z");

	/**
	 * Checks what can be checked without a clock.
	 * @throws IllegalArgumentException if a value is out of its range, or the time bits
	 * are used up already or will be within a year
	 */
	public IdSettings {
		Checks.notNull("id.layout", layout);
		Checks.notNull("id.epoch", epoch);
		Checks.isTrue(epoch.getNano() == 0, "id.epoch must be a whole second, was " + epoch);
		Checks.isTrue(!epoch.isBefore(Instant.EPOCH), "id.epoch must not be before 1970, was " + epoch);
		Checks.isTrue(!epoch.isAfter(Instant.parse("9999-01-01T00:00:00Z")),
				"id.epoch must not be in the future, was " + epoch);
		Checks.between("id.max-age", maxAge, Duration.ofMillis(10), Duration.ofMinutes(1));
		Checks.between("id.min-block", minBlock, 1, LIMIT);
		Checks.between("id.max-block", maxBlock, minBlock, LIMIT);
		Instant end = layout.expiresAt(epoch);
		Checks.isTrue(end.isAfter(WRITTEN.plus(IdSpaceException.NOTICE)),
				"id.epoch is too early for layout " + layout.part() + ": ids would run out on " + end);
	}

	/**
	 * The default layout since 2025, blocks of 64 to 2<sup>20</sup> ids that live a
	 * second.
	 * @return the settings of an application that configures nothing
	 */
	public static IdSettings defaults() {
		return new IdSettings(IdLayout.DEFAULT, Instant.parse("2025-01-01T00:00:00Z"), Duration.ofSeconds(1), 64,
				LIMIT);
	}

	public IdSettings withLayout(IdLayout other) {
		return new IdSettings(other, this.epoch, this.maxAge, this.minBlock, this.maxBlock);
	}

	public IdSettings withEpoch(Instant other) {
		return new IdSettings(this.layout, other, this.maxAge, this.minBlock, this.maxBlock);
	}

	public IdSettings withMaxAge(Duration other) {
		return new IdSettings(this.layout, this.epoch, other, this.minBlock, this.maxBlock);
	}

	public IdSettings withBlocks(int min, int max) {
		return new IdSettings(this.layout, this.epoch, this.maxAge, min, max);
	}

	/**
	 * When ids of this layout and epoch run out.
	 * @return the first instant that has no id any more
	 */
	public Instant expiresAt() {
		return this.layout.expiresAt(this.epoch);
	}

}
