// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Map;
import java.util.function.Supplier;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Spans.Span;

/**
 * A span that is an observation, the current one of its thread. A failure of the
 * observation is logged and changes nothing else.
 */
final class ObservedSpan implements Span {

	private static final FailureLog failures = new FailureLog(LoggerFactory.getLogger(ObservedSpan.class));

	private final ObservationRegistry registry;

	private final Map<String, String> headers;

	private final boolean hasOutcome;

	private final Observation.@Nullable Scope before;

	private Observation observation = Observation.NOOP;

	private Observation.Scope scope = Observation.Scope.NOOP;

	private volatile @Nullable String outcome;

	private volatile @Nullable Throwable failure;

	private final Thread thread = Thread.currentThread();

	/** Touched by that thread only. */
	private boolean inside = true;

	/**
	 * Begins.
	 * @param observation makes the observation
	 * @param headers filled by the start of the observation
	 * @param hasOutcome whether how it ended is one of its values
	 */
	ObservedSpan(ObservationRegistry registry, Supplier<Observation> observation, Map<String, String> headers,
			boolean hasOutcome) {
		this.registry = registry;
		this.headers = headers;
		this.hasOutcome = hasOutcome;
		this.before = registry.getCurrentObservationScope();
		attempt(() -> {
			Observation made = observation.get();
			this.observation = made;
			made.start();
			this.scope = made.openScope();
		});
	}

	@Override
	public Map<String, String> headers() {
		return this.headers;
	}

	@Override
	public void outcome(String ended) {
		this.outcome = ended;
	}

	@Override
	public void error(Throwable thrown) {
		this.failure = thrown;
	}

	@Override
	public void leave() {
		if (this.inside && Thread.currentThread() == this.thread) {
			this.inside = false;
			try {
				attempt(this.scope::close);
			}
			finally {
				// A scope that failed to open or to close would stay with the thread.
				this.registry.setCurrentObservationScope(this.before);
			}
		}
	}

	@Override
	public void close() {
		leave();
		Throwable thrown = this.failure;
		String ended = this.outcome;
		attempt(() -> {
			if (thrown != null) {
				this.observation.error(thrown);
			}
			if (this.hasOutcome) {
				this.observation.lowCardinalityKeyValue("outcome", (ended != null) ? ended : "failed");
			}
		});
		attempt(this.observation::stop);
	}

	private static void attempt(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			// Of any kind: the caller may hold what nobody else gives back.
			failures.warn(ex, "A component could not be observed");
		}
	}

}
