package io.github.rediscomponents.topic;

import io.github.rediscomponents.support.Checks;

/**
 * Settings of {@link Topic}s.
 *
 * @param buffer the most messages that wait for the handler of a subscription, 1 to
 * 1,000,000; a change holds for subscriptions that begin afterwards
 * @param maxPayload the most bytes of a message, 1 to 16 MiB
 */
public record TopicSettings(int buffer, int maxPayload) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if one is out of its range; its message begins
	 * with {@code topic.} and the property's name
	 */
	public TopicSettings {
		Checks.between("topic.buffer", buffer, 1, 1_000_000);
		Checks.between("topic.max-payload", maxPayload, 1, 16 * 1024 * 1024);
	}

	/**
	 * A buffer of 1000 messages of up to 64 KiB.
	 * @return the settings
	 */
	public static TopicSettings defaults() {
		return new TopicSettings(1000, 64 * 1024);
	}

}
