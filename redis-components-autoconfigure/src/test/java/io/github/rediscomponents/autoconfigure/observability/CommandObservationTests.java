// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.lock.DistributedLock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The commands of the components are observed wherever those of the application are.
 */
class CommandObservationTests {

	private static final String OBSERVATION = "org.springframework.boot.data.redis.autoconfigure.observation.LettuceObservationAutoConfiguration";

	@Test
	void areThoseOfTheApplicationsClient() {
		ClassLoader classLoader = getClass().getClassLoader();
		assumeTrue(ClassUtils.isPresent(OBSERVATION, classLoader), "Spring Boot does not observe Lettuce");
		Queue<String> commands = new ConcurrentLinkedQueue<>();
		ObservationRegistry registry = ObservationRegistry.create();
		registry.observationConfig()
			.observationHandler((ObservationHandler<Observation.Context>) new Recorder(commands));
		TestContexts.withOwnKeys()
			.withBean(ObservationRegistry.class, () -> registry)
			.withConfiguration(AutoConfigurations.of(ClassUtils.resolveClassName(OBSERVATION, classLoader)))
			.run((context) -> {
				context.getBean(DistributedLock.class).get("a").tryAcquire().orElseThrow().close();
				await().atMost(Duration.ofMinutes(1))
					.untilAsserted(() -> assertThat(commands).anyMatch((command) -> command.startsWith("EVAL")));
			});
	}

	/**
	 * Records the names of the observations.
	 *
	 * @param names the target
	 */
	private record Recorder(Queue<String> names) implements ObservationHandler<Observation.Context> {

		@Override
		public void onStop(Observation.Context context) {
			this.names.add(String.valueOf(context.getContextualName()).toUpperCase(java.util.Locale.ROOT));
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
