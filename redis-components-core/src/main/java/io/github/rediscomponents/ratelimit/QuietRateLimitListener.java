package io.github.rediscomponents.ratelimit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a listener that fails from breaking what it listens to.
 */
final class QuietRateLimitListener implements RateLimitListener {

	private static final Logger logger = LoggerFactory.getLogger(RateLimitListener.class);

	private final RateLimitListener listener;

	QuietRateLimitListener(RateLimitListener listener) {
		this.listener = listener;
	}

	@Override
	public void admitted(String policy, String key, long cost, Decision decision) {
		try {
			this.listener.admitted(policy, key, cost, decision);
		}
		catch (RuntimeException ex) {
			failed(ex);
		}
	}

	@Override
	public void rejected(String policy, String key, long cost, Decision decision, boolean remembered) {
		try {
			this.listener.rejected(policy, key, cost, decision, remembered);
		}
		catch (RuntimeException ex) {
			failed(ex);
		}
	}

	@Override
	public void notEnforced(String policy, String key, long cost, Decision decision) {
		try {
			this.listener.notEnforced(policy, key, cost, decision);
		}
		catch (RuntimeException ex) {
			failed(ex);
		}
	}

	@Override
	public void waited(String policy, String key, long waitedNanos) {
		try {
			this.listener.waited(policy, key, waitedNanos);
		}
		catch (RuntimeException ex) {
			failed(ex);
		}
	}

	private static void failed(RuntimeException ex) {
		logger.warn("A rate limit listener failed", ex);
	}

}
