// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Duration;
import java.time.Instant;

import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link IdSettings}.
 */
record IdSettingsValues(IdLayout layout, Instant epoch, Duration maxAge, int minBlock,
		int maxBlock) implements IdSettings {

	private static final int LIMIT = 1 << 20;

	/** Lower bound of the present time, independent of the machine's clock. */
	private static final Instant WRITTEN = Instant.parse("2026-11-20T00:00:00Z");

	static final IdSettingsValues DEFAULTS = new IdSettingsValues(IdLayout.DEFAULT,
			Instant.parse("2025-01-01T00:00:00Z"), Duration.ofSeconds(1), 64, LIMIT);

	IdSettingsValues {
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

	@Override
	public IdSettings withLayout(IdLayout other) {
		return new IdSettingsValues(other, this.epoch, this.maxAge, this.minBlock, this.maxBlock);
	}

	@Override
	public IdSettings withLayout(IdLayout other, Instant begin) {
		return new IdSettingsValues(other, begin, this.maxAge, this.minBlock, this.maxBlock);
	}

	@Override
	public IdSettings withEpoch(Instant other) {
		return new IdSettingsValues(this.layout, other, this.maxAge, this.minBlock, this.maxBlock);
	}

	@Override
	public IdSettings withMaxAge(Duration other) {
		return new IdSettingsValues(this.layout, this.epoch, other, this.minBlock, this.maxBlock);
	}

	@Override
	public IdSettings withBlocks(int min, int max) {
		return new IdSettingsValues(this.layout, this.epoch, this.maxAge, min, max);
	}

	@Override
	public Instant expiresAt() {
		return this.layout.expiresAt(this.epoch);
	}

}
