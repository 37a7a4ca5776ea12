// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.support.Thrown;

/**
 * Applies changed properties while the application runs. The settings of each component
 * are bound afresh, checked and swapped as a whole. Invalid settings are logged and
 * reported, and the component keeps its last valid settings. With Spring Cloud on the
 * class path, each change of the environment causes a refresh.
 *
 * @since 1.0.0
 */
public final class RedisComponentsRefresher {

	private static final Logger logger = LoggerFactory.getLogger(RedisComponentsRefresher.class);

	private final Lock refreshing = new ReentrantLock();

	private final PropertySettings settings;

	public RedisComponentsRefresher(PropertySettings settings) {
		this.settings = settings;
	}

	/**
	 * Reads the environment again. Never throws: an invalid section is rejected, and the
	 * others still apply. Sends nothing to Redis; components that keep a setting in Redis
	 * write it with their next operation.
	 * @return the changed and the rejected sections
	 */
	public Refresh refresh() {
		this.refreshing.lock();
		try {
			return refreshAll();
		}
		finally {
			this.refreshing.unlock();
		}
	}

	private Refresh refreshAll() {
		List<String> changed = new ArrayList<>();
		List<String> refused = new ArrayList<>();
		for (PropertySettings.Bound<?, ?> refreshable : this.settings.refreshables()) {
			try {
				String change = refreshable.refresh();
				if (change != null) {
					logger.info("{} changed: {}", refreshable.prefix(), change);
					changed.add(refreshable.prefix());
				}
			}
			catch (RuntimeException ex) {
				logger.warn("{} is invalid; keeping the last valid settings: {}", refreshable.prefix(), reason(ex));
				refused.add(reason(ex));
			}
		}
		this.settings.checks().forEach((check) -> check(check, refused));
		List<String> waiting = this.settings.waitingForRestart();
		waiting
			.forEach((property) -> logger.warn("{} changed; the new value takes effect at the next start", property));
		return new Refresh(List.copyOf(changed), List.copyOf(refused), waiting);
	}

	private static void check(Runnable check, List<String> refused) {
		try {
			check.run();
		}
		catch (InvalidPropertyException ex) {
			// The section may have been rejected for the same property.
			if (refused.stream().noneMatch((reason) -> reason.contains(ex.property()))) {
				logger.warn("Invalid configuration: {}", ex.getMessage());
				refused.add(reason(ex));
			}
		}
	}

	private static String reason(Throwable failure) {
		Throwable root = failure;
		Throwable cause = Thrown.cause(root);
		while (cause != null && cause != root) {
			root = cause;
			cause = Thrown.cause(root);
		}
		return (root == failure) ? Thrown.message(failure) : Thrown.message(failure) + ": " + Thrown.message(root);
	}

	/**
	 * The outcome of a refresh.
	 *
	 * @param changed prefixes whose settings were swapped
	 * @param refused the reason of each rejection, one sentence each
	 * @param waitingForRestart changed properties that take effect at the next start
	 */
	public record Refresh(List<String> changed, List<String> refused, List<String> waitingForRestart) {

	}

}
