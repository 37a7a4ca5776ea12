// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.ArrayList;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.support.Thrown;

/**
 * Takes over changed properties while the application runs. Each component's settings are
 * bound afresh, checked, and swapped whole; where they are invalid the last good ones
 * stay, and the refusal is logged and reported. With Spring Cloud on the class path this
 * happens by itself when the environment changes.
 *
 * @since 0.1.0
 */
public final class RedisComponentsRefresher {

	private static final Logger logger = LoggerFactory.getLogger(RedisComponentsRefresher.class);

	private final PropertySettings settings;

	public RedisComponentsRefresher(PropertySettings settings) {
		this.settings = settings;
	}

	/**
	 * Reads the environment again. Never throws: what is invalid is refused alone. Sends
	 * no command by itself; components that keep a setting in Redis write it with their
	 * next operation.
	 * @return what changed and what was refused
	 */
	public synchronized Refresh refresh() {
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
				logger.warn("{} is invalid, the last good settings stay: {}", refreshable.prefix(), reason(ex));
				refused.add(reason(ex));
			}
		}
		this.settings.checks().forEach((check) -> check(check, refused));
		List<String> waiting = this.settings.waitingForRestart();
		waiting.forEach((property) -> logger.warn("{} changed, which takes effect at the next start", property));
		return new Refresh(List.copyOf(changed), List.copyOf(refused), waiting);
	}

	private static void check(Runnable check, List<String> refused) {
		try {
			check.run();
		}
		catch (InvalidPropertyException ex) {
			// A component's own settings may have been refused for it already.
			if (refused.stream().noneMatch((reason) -> reason.contains(ex.property()))) {
				logger.warn("The configuration has a mistake: {}", ex.getMessage());
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
	 * @param refused why settings were refused, one sentence each
	 * @param waitingForRestart properties that differ from those of the start and need
	 * another one
	 */
	public record Refresh(List<String> changed, List<String> refused, List<String> waitingForRestart) {

	}

}
