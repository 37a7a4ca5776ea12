// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.Locale;

import io.micrometer.core.instrument.MeterRegistry;

/**
 * {@link MessagingObserver} on Micrometer: the counters
 * {@code redis.components.messaging.sent} by {@code outcome},
 * {@code redis.components.messaging.fetched}, {@code redis.components.messaging.missed}
 * and {@code redis.components.messaging.undecodable}, each by {@code component}. Never
 * has a chat or a receiver as a tag. Needs {@code micrometer-core} on the class path.
 *
 * @since 1.0.0
 */
public final class MicrometerMessagingObserver implements MessagingObserver {

	private static final String PREFIX = "redis.components.messaging.";

	private final MeterRegistry registry;

	/**
	 * Creates the adapter; meters are registered when something is first counted.
	 * @param registry the registry of the meters
	 */
	public MicrometerMessagingObserver(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void sent(String component, Outcome outcome) {
		this.registry
			.counter(PREFIX + "sent", "component", component, "outcome", outcome.name().toLowerCase(Locale.ROOT))
			.increment();
	}

	@Override
	public void fetched(String component, int messages) {
		count("fetched", component, messages);
	}

	@Override
	public void missed(String component, long messages) {
		count("missed", component, messages);
	}

	@Override
	public void undecodable(String component, int messages) {
		count("undecodable", component, messages);
	}

	private void count(String name, String component, long messages) {
		if (messages > 0) {
			this.registry.counter(PREFIX + name, "component", component).increment(messages);
		}
	}

}
