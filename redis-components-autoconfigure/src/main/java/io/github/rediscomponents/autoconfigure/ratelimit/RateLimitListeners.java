package io.github.rediscomponents.autoconfigure.ratelimit;

import java.util.List;

import io.github.rediscomponents.ratelimit.Decision;
import io.github.rediscomponents.ratelimit.RateLimitListener;

/**
 * All listeners of an application as one: its own and the meters.
 *
 * @param all the listeners
 */
record RateLimitListeners(List<RateLimitListener> all) implements RateLimitListener {

	@Override
	public void admitted(String policy, String key, long cost, Decision decision) {
		this.all.forEach((listener) -> listener.admitted(policy, key, cost, decision));
	}

	@Override
	public void rejected(String policy, String key, long cost, Decision decision, boolean remembered) {
		this.all.forEach((listener) -> listener.rejected(policy, key, cost, decision, remembered));
	}

	@Override
	public void notEnforced(String policy, String key, long cost, Decision decision) {
		this.all.forEach((listener) -> listener.notEnforced(policy, key, cost, decision));
	}

	@Override
	public void waited(String policy, String key, long waitedNanos) {
		this.all.forEach((listener) -> listener.waited(policy, key, waitedNanos));
	}

}
