// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

/**
 * The coherence of one cache whose keys are tracked, or not yet. The proof is that of the
 * connections, which all caches share.
 */
final class TrackedCache implements Coherence {

	private final Proof proof;

	private volatile boolean tracked;

	TrackedCache(Proof proof) {
		this.proof = proof;
	}

	/** Its keys are tracked from now on, or not. */
	void tracked(boolean changed) {
		this.tracked = changed;
	}

	@Override
	public boolean isUp(long now) {
		return this.tracked && this.proof.isGood(now);
	}

	@Override
	public int era() {
		return this.proof.era();
	}

	@Override
	public int provenEra() {
		return this.proof.provenEra();
	}

	@Override
	public long provenUntil() {
		return this.proof.provenUntil();
	}

}
