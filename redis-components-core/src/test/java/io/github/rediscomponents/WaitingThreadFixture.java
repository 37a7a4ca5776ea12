// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Calls that wait, made by the threads that bring the replies they would wait for.
 */
@Timeout(120)
@StandaloneAndCluster
abstract class WaitingThreadFixture extends TopologyFixture {

	private final String prefix = "t" + UUID.randomUUID();

	private final LettuceConnectionFactory factory = TestFactories.to(server());

	final RedisComponents components = RedisComponents.on(this.factory)
		.keyPrefix(this.prefix)
		.commandTimeout(Duration.ofSeconds(30))
		.settings(ComponentType.TASK_QUEUE, Map.of("email", WorkQueueSettings.defaults()))
		.settings(ComponentType.DELAY_QUEUE, Map.of("later", WorkQueueSettings.defaults()))
		.settings(ComponentType.STREAM_QUEUE, Map.of("events", WorkQueueSettings.defaults()))
		.settings(ComponentType.PREFIX_INDEX, Map.of("goods", PrefixIndexSettings.defaults()))
		.build();

	WaitingThreadFixture(RedisTopology topology) {
		super(topology);
	}

	@AfterEach
	void close() {
		this.components.close();
		this.factory.destroy();
	}

	/** Expects calls to be refused before anything is sent. */
	final void areRefused(Callable<?>... calls) {
		areNotMade(calls);
		assertThat(server().nodes()
			.stream()
			.flatMap((node) -> ((List<?>) node.command("KEYS", this.prefix + ":*")).stream())).isEmpty();
	}

	final void areNotMade(Callable<?>... calls) {
		this.components.likes().count("connects");
		for (int i = 0; i < calls.length; i++) {
			Callable<?> call = calls[i];
			assertThatIllegalStateException().as("call %d", i)
				.isThrownBy(() -> onIoThread(call))
				.withMessageContaining("serves connections");
		}
	}

	final <T> T onIoThread(Callable<T> call) throws Exception {
		return IoThread.run(this.factory.getRequiredNativeClient(),
				(channel) -> server().nodes().get(0).command("PUBLISH", channel, "now"), call);
	}

}
