// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

/**
 * Settings of {@link Topic}s. Immutable: each {@code with} method returns a changed copy,
 * and throws an {@link IllegalArgumentException} that names the property if a value is
 * out of its range.
 *
 * @since 1.0.0
 */
public sealed interface TopicSettings permits TopicSettingsValues {

	/**
	 * A buffer of 1000 messages of up to 64 KiB.
	 * @return the settings
	 */
	static TopicSettings defaults() {
		return TopicSettingsValues.DEFAULTS;
	}

	/**
	 * The most messages that wait for the handler of a subscription, 1 to 1,000,000; a
	 * change holds for subscriptions that begin afterwards.
	 */
	int buffer();

	/** The most bytes of a message, 1 to 16 MiB. */
	int maxPayload();

	TopicSettings withBuffer(int buffer);

	TopicSettings withMaxPayload(int maxPayload);

}
