// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.support.FailureLog;
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

	private static final int REFUSALS = 20;

	private final PropertySettings settings;

	/** The beans that settings need are gone then, or would be made once more. */
	private final BooleanSupplier closed;

	private final SettingsInForce inForce;

	/** The last ones; a refresh at a time adds to them. */
	private final Deque<Refusal> refusals = new ConcurrentLinkedDeque<>();

	private final AtomicLong refused = new AtomicLong();

	/** By property: what the last refresh refused, since the first one that did. */
	private volatile Map<String, Refusal> standing = Map.of();

	/**
	 * Creates a refresher that is never closed.
	 * @param settings the properties
	 */
	public RedisComponentsRefresher(PropertySettings settings) {
		this(settings, () -> false);
	}

	/**
	 * Creates a refresher.
	 * @param settings the properties
	 * @param closed returns whether the application closes or is closed
	 */
	public RedisComponentsRefresher(PropertySettings settings, BooleanSupplier closed) {
		this.closed = closed;
		this.settings = settings;
		this.inForce = new SettingsInForce(settings.environment());
	}

	/**
	 * Returns the properties below {@code redis-components} that are set, with the values
	 * in force. A value that a refresh refused, or that takes effect at the next start,
	 * is pending. Sends nothing.
	 * @return sorted by name
	 */
	public List<Setting> settings() {
		return this.inForce.list(this.settings.customized().toList());
	}

	/**
	 * Returns the refusals of refreshes of this process, the last {@value #REFUSALS}.
	 * @return the latest first
	 */
	public List<Refusal> refusals() {
		return List.copyOf(this.refusals);
	}

	/**
	 * Returns what the last refresh refused. Each is of the first refresh that refused
	 * the property, with the reason of the last one.
	 * @return in no order; empty if all is in force
	 */
	public List<Refusal> standing() {
		return List.copyOf(this.standing.values());
	}

	/**
	 * Returns the number of refusals since the start.
	 * @return 0 or more
	 */
	public long refused() {
		return this.refused.get();
	}

	/**
	 * Reads the environment again. Never throws: an invalid section is rejected, and the
	 * others still apply. Sends nothing to Redis; components that keep a setting in Redis
	 * write it with their next operation. Changes nothing once the application closes.
	 * @return the changed and the rejected sections
	 */
	public Refresh refresh() {
		this.refreshing.lock();
		try {
			return this.closed.getAsBoolean() ? new Refresh(List.of(), List.of(), List.of()) : refreshAll();
		}
		finally {
			this.refreshing.unlock();
		}
	}

	private Refresh refreshAll() {
		Round round = new Round();
		for (Bound<?, ?> refreshable : this.settings.refreshables(round::refuse)) {
			if (this.closed.getAsBoolean()) {
				return new Refresh(List.copyOf(round.changed), List.copyOf(round.refused), List.of());
			}
			try {
				if (refreshable.refresh()) {
					round.changed.add(refreshable.prefix());
				}
			}
			catch (RuntimeException | LinkageError | AssertionError | StackOverflowError ex) {
				round.refuse(refreshable.prefix(), ex);
			}
		}
		// Reading the environment can fail wherever it is read.
		round.changed
			.forEach((prefix) -> round.check(() -> logger.info("{} changed{}", prefix, this.inForce.changes(prefix))));
		this.settings.checks().forEach(round::check);
		List<String> waiting = new ArrayList<>();
		round.check(() -> waiting.addAll(this.settings.waitingForRestart(round::refuse)));
		waiting
			.forEach((property) -> logger.warn("{} changed; the new value takes effect at the next start", property));
		round.check(() -> this.inForce.refreshed((property) -> waiting.contains(property) || round.keeps(property)));
		this.standing = Map.copyOf(round.standing);
		return new Refresh(List.copyOf(round.changed), List.copyOf(round.refused), List.copyOf(waiting));
	}

	private static String reason(Throwable failure) {
		Throwable root = Thrown.root(failure);
		return (root == failure) ? Thrown.message(failure) : Thrown.message(failure) + ": " + Thrown.message(root);
	}

	/** What one refresh has changed and refused until now. */
	private final class Round {

		private final List<String> changed = new ArrayList<>();

		private final List<String> refused = new ArrayList<>();

		private final Set<String> kept = new HashSet<>();

		private final Map<String, Refusal> standing = new HashMap<>();

		/** Refuses a section or a property, whose last valid values stay. */
		void refuse(String prefix, Throwable failure) {
			if (RedisComponentsRefresher.this.closed.getAsBoolean()) {
				logger.debug("{} cannot be read while the application closes", prefix, FailureLog.describable(failure));
				return;
			}
			logger.warn("{} is invalid; keeping the last valid settings: {}", prefix, reason(failure));
			this.kept.add(prefix);
			add((failure instanceof InvalidPropertyException invalid) ? invalid.property() : prefix, reason(failure));
		}

		boolean keeps(String property) {
			return this.kept.stream()
				.anyMatch((prefix) -> property.equals(prefix) || property.startsWith(prefix + '.'));
		}

		void check(Runnable check) {
			try {
				check.run();
			}
			catch (InvalidPropertyException ex) {
				// The section may have been rejected for the same property.
				if (this.refused.stream().noneMatch((reason) -> reason.contains(ex.property()))) {
					logger.warn("Invalid configuration: {}", ex.getMessage());
					add(ex.property(), reason(ex));
				}
			}
			catch (RuntimeException | LinkageError | AssertionError | StackOverflowError ex) {
				String reason = reason(ex);
				if (this.refused.stream().noneMatch((known) -> known.contains(reason))) {
					logger.warn("Invalid configuration: {}", reason);
					add("redis-components", reason);
				}
			}
		}

		private void add(String property, String reason) {
			RedisComponentsRefresher all = RedisComponentsRefresher.this;
			this.refused.add(reason);
			all.refused.incrementAndGet();
			Instant now = Instant.now();
			Refusal before = all.standing.get(property);
			this.standing.put(property, new Refusal((before != null) ? before.time() : now, property, reason));
			all.refusals.addFirst(new Refusal(now, property, reason));
			if (all.refusals.size() > REFUSALS) {
				all.refusals.removeLast();
			}
		}

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
