package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.util.unit.DataSize;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.StreamQueueSettings;

/**
 * Properties that work queues of all kinds have. What is not set comes from the defaults.
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

	default StreamQueueSettings over(StreamQueueSettings base) {
		return new StreamQueueSettings(base.group(), base.retention(), or(visibility(), base.visibility()),
				or(maxDeliveries(), base.maxDeliveries()), or(backoff(), base.backoff()),
				or(maxBackoff(), base.maxBackoff()), base.maxLength(), base.overflow(), payload(base.maxPayload()),
				base.dedupeWindow(), or(consumerTtl(), base.consumerTtl()), or(maxDeadLetters(), base.maxDeadLetters()),
				or(trace(), base.trace()), base.groupTtl(), or(unreadableRetry(), base.unreadableRetry()));
	}

	private int payload(int base) {
		DataSize own = maxPayload();
		return (own != null) ? (int) Math.max(0, Math.min(Integer.MAX_VALUE, own.toBytes())) : base;
	}

	static <T> T or(@Nullable T own, T base) {
		return (own != null) ? own : base;
	}

	/**
	 * Converts the properties of one kind of queue.
	 * @param prefix where they are
	 * @param defaults what holds for all queues
	 * @param queues the declared queues
	 */
	static Map<String, StreamQueueSettings> toSettings(String prefix, QueueEntryProperties defaults,
			Map<String, ? extends QueueEntryProperties> queues) {
		if (defaults.type() != null) {
			throw new InvalidPropertyException(prefix + ".defaults.type", "must stand with a single queue");
		}
		StreamQueueSettings common = PropertySettings.checked(prefix + ".defaults",
				() -> defaults.over(StreamQueueSettings.DEFAULTS));
		Map<String, StreamQueueSettings> converted = new LinkedHashMap<>();
		queues.forEach((name, properties) -> converted.put(name,
				PropertySettings.checked(prefix + ".queues." + name, () -> properties.over(common))));
		return Map.copyOf(converted);
	}

}
