// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisCommandExecutionException;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.HostileException;
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

	@Test
	void failsIfItCannotBeRepeated() {
		CommandPort port = TestPorts.of(RedisTopology.STANDALONE);
		port.call((commands) -> commands.ping());
		AtomicInteger attempts = new AtomicInteger();
		CompletionStage<String> answer = port.callAsync((commands) -> {
			if (attempts.incrementAndGet() == 1) {
				return CompletableFuture.failedStage(new RedisCommandExecutionException("TRYAGAIN moving"));
			}
			throw new NoClassDefFoundError("lost");
		});
		// Before the time-out of the port.
		assertThat(answer).failsWithin(Duration.ofSeconds(20))
			.withThrowableOfType(ExecutionException.class)
			.havingRootCause()
			.isInstanceOf(NoClassDefFoundError.class);
		assertThat(attempts).hasValue(2);
	}

	@Test
	void failsWhateverTheMethodsOfTheFailureThrow() {
		CommandPort port = TestPorts.of(RedisTopology.STANDALONE);
		port.call((commands) -> commands.ping());
		for (Throwable hostile : HostileException.all()) {
			CompletionStage<String> sent = CompletableFuture.failedFuture(hostile);
			CompletionStage<Integer> answer = port.callAsync((commands) -> sent).thenApply(String::length);
			assertThat(answer).failsWithin(Duration.ofSeconds(20))
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(RedisUnavailableException.class);
		}
	}

}
