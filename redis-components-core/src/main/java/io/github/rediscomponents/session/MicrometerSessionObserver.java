// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.session;

import java.util.Locale;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * {@link SessionObserver} on Micrometer: the counters
 * {@code redis.components.session.issued} by {@code outcome} (issued, refused),
 * {@code redis.components.session.found} by {@code outcome} (alive, renewed, unknown),
 * {@code redis.components.session.ended} by {@code reason} (revoked, replaced,
 * displaced), {@code redis.components.code.asked} by {@code purpose} and {@code outcome}
 * (issued, too_soon) and {@code redis.components.code.tried} by {@code purpose} and
 * {@code outcome} (right, wrong, none). Never has a user as a tag. Needs
 * {@code micrometer-core} on the class path.
 *
 * @since 1.0.0
 */
public final class MicrometerSessionObserver implements SessionObserver {

	private static final String SESSION = "redis.components.session.";

	private static final String CODE = "redis.components.code.";

	private final MeterRegistry registry;

	/**
	 * Creates the adapter; meters are registered when something is first counted.
	 * @param registry the meter registry
	 */
	public MicrometerSessionObserver(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void issued() {
		this.registry.counter(SESSION + "issued", "outcome", "issued").increment();
	}

	@Override
	public void refused() {
		this.registry.counter(SESSION + "issued", "outcome", "refused").increment();
	}

	@Override
	public void found(Lookup result) {
		this.registry.counter(SESSION + "found", "outcome", name(result)).increment();
	}

	@Override
	public void ended(Reason reason, int sessions) {
		if (sessions > 0) {
			this.registry.counter(SESSION + "ended", "reason", name(reason)).increment(sessions);
		}
	}

	@Override
	public void codeAsked(String purpose, boolean issued) {
		this.registry.counter(CODE + "asked", "purpose", purpose, "outcome", issued ? "issued" : "too_soon")
			.increment();
	}

	@Override
	public void codeTried(String purpose, CodeUse.Outcome outcome) {
		this.registry.counter(CODE + "tried", "purpose", purpose, "outcome", name(outcome)).increment();
	}

	private static String name(Enum<?> constant) {
		return constant.name().toLowerCase(Locale.ROOT);
	}

}
