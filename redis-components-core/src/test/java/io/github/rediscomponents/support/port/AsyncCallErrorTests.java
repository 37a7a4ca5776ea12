// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An asynchronous call whose command cannot be built because of an Error.
 */
class AsyncCallErrorTests {

	@Test
	void failsInsteadOfThrowing() {
		CommandPort port = TestPorts.of(RedisTopology.STANDALONE);
		port.call((commands) -> commands.ping());
		CompletionStage<String> answer = port.callAsync((commands) -> {
			throw new NoClassDefFoundError("lost");
		});
		assertThat(answer).failsWithin(Duration.ofSeconds(20))
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(NoClassDefFoundError.class);
	}

}
