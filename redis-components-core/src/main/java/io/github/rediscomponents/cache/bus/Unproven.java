// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

/**
 * The coherence of a local level that serves until the time of its values ends.
 *
 * @param bus lets the caches tick
 * @since 1.0.0
 */
public record Unproven(CacheBus bus) implements Coherence {

	/** Unlike those of the others, whose values are not of this one. */
	private static final int ERA = 1 << 23;

	Coherence watch() {
		this.bus.startTicking();
		return this;
	}

	@Override
	public boolean isUp(long now) {
		return true;
	}

	@Override
	public int era() {
		return ERA;
	}

	@Override
	public int provenEra() {
		return ERA;
	}

	@Override
	public long provenUntil() {
		return System.nanoTime();
	}
}
