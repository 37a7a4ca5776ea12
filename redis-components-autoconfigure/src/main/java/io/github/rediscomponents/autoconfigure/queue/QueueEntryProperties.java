// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.Sizes;
import io.github.rediscomponents.queue.WorkQueueSettings;

/**
 * Properties of work queues of all kinds. Unset properties are taken from the defaults.
 */
interface QueueEntryProperties extends TypedDeclaration {

	@Nullable Duration visibility();

	@Nullable Integer maxDeliveries();

	@Nullable Duration backoff();

	@Nullable Duration maxBackoff();

	@Nullable DataSize maxPayload();

	@Nullable Duration consumerTtl();

	@Nullable Long maxDeadLetters();

	@Nullable Boolean trace();

	@Nullable Duration unreadableRetry();

	@Nullable String server();

	default WorkQueueSettings over(WorkQueueSettings base) {
		return base.withVisibility(or(visibility(), base.visibility()))
			.withMaxDeliveries(or(maxDeliveries(), base.maxDeliveries()))
			.withBackoff(or(backoff(), base.backoff()), or(maxBackoff(), base.maxBackoff()))
			.withMaxPayload(payload(base.maxPayload()))
			.withConsumerTtl(or(consumerTtl(), base.consumerTtl()))
			.withMaxDeadLetters(or(maxDeadLetters(), base.maxDeadLetters()))
			.withTrace(or(trace(), base.trace()))
			.withUnreadableRetry(or(unreadableRetry(), base.unreadableRetry()));
	}

	private int payload(int base) {
		DataSize own = maxPayload();
		return (own != null) ? Sizes.bytes("maxPayload", own) : base;
	}

	static <T> T or(@Nullable T own, T base) {
		return (own != null) ? own : base;
	}

	/**
	 * Converts the properties of one kind of queue.
	 * @param prefix prefix of the properties
	 * @param defaults the settings of queues that do not set them
	 * @param queues the declared queues
	 */
	static Map<String, WorkQueueSettings> toSettings(String prefix, QueueEntryProperties defaults,
			Map<String, ? extends QueueEntryProperties> queues) {
		if (defaults.type() != null) {
			throw new InvalidPropertyException(prefix + ".defaults.type",
					"must be set for a single queue, not for all");
		}
		if (defaults.server() != null) {
			throw new InvalidPropertyException(prefix + ".defaults.server",
					"must be set for a single queue; " + prefix + ".server is that of all");
		}
		WorkQueueSettings common = PropertySettings.checked(prefix + ".defaults",
				() -> defaults.over(WorkQueueSettings.defaults()));
		return PropertySettings.checkedAll(prefix + ".queues", queues, (properties) -> properties.over(common));
	}

}
