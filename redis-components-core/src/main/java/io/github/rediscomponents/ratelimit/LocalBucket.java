// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

/**
 * A token bucket, full at first.
 */
final class LocalBucket implements LocalCount {

	private final long size;

	private final double perNano;

	private double tokens;

	private long at;

	LocalBucket(long size, double perNano, long now) {
		this.size = size;
		this.perNano = perNano;
		this.tokens = size;
		this.at = now;
	}

	@Override
	public long left(long now) {
		if (now - this.at > 0) {
			this.tokens = Math.min(this.size, this.tokens + (now - this.at) * this.perNano);
			this.at = now;
		}
		return (long) this.tokens;
	}

	@Override
	public long nanosUntil(long cost) {
		return Math.max(1, (long) Math.ceil((Math.min(cost, this.size) - this.tokens) / this.perNano));
	}

	@Override
	public void charge(long cost) {
		this.tokens -= cost;
	}

}
