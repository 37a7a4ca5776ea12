// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.contract;

import java.util.function.Function;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.rediscomponents.MicrometerOperationObserver;
import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.MicrometerCacheObserver;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.MicrometerBloomFilterObserver;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.MicrometerLockObserver;
import io.github.rediscomponents.messaging.MessagingObserver;
import io.github.rediscomponents.messaging.MicrometerMessagingObserver;
import io.github.rediscomponents.queue.MicrometerQueueObserver;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.ratelimit.MicrometerRateLimitObserver;
import io.github.rediscomponents.ratelimit.RateLimitObserver;
import io.github.rediscomponents.semaphore.MicrometerSemaphoreObserver;
import io.github.rediscomponents.semaphore.SemaphoreObserver;
import io.github.rediscomponents.session.MicrometerSessionObserver;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.social.MicrometerSocialObserver;
import io.github.rediscomponents.social.SocialObserver;
import io.github.rediscomponents.topic.MicrometerTopicObserver;
import io.github.rediscomponents.topic.TopicObserver;

/**
 * The observers that register meters keep the contract.
 */
@ParameterizedClass
@MethodSource("observers")
class ObserverContractTests extends ObserverContract<Object> {

	private final Function<MeterRegistry, Object> maker;

	@SuppressWarnings("unchecked") // The observer is of the type.
	ObserverContractTests(Class<?> type, Function<MeterRegistry, Object> maker) {
		super((Class<Object>) type);
		this.maker = maker;
	}

	@Override
	protected Object observer() {
		return this.maker.apply(new SimpleMeterRegistry());
	}

	static Stream<Arguments> observers() {
		return Stream.of(of(CacheObserver.class, MicrometerCacheObserver::new),
				of(LockObserver.class, MicrometerLockObserver::new),
				of(SemaphoreObserver.class, MicrometerSemaphoreObserver::new),
				of(RateLimitObserver.class, MicrometerRateLimitObserver::new),
				of(QueueObserver.class, MicrometerQueueObserver::new),
				of(TopicObserver.class, MicrometerTopicObserver::new),
				of(MessagingObserver.class, MicrometerMessagingObserver::new),
				of(SessionObserver.class, MicrometerSessionObserver::new),
				of(SocialObserver.class, MicrometerSocialObserver::new),
				of(BloomFilterObserver.class, MicrometerBloomFilterObserver::new),
				of(OperationObserver.class, MicrometerOperationObserver::new));
	}

	private static Arguments of(Class<?> type, Function<MeterRegistry, Object> maker) {
		return Arguments.of(type, maker);
	}

}
