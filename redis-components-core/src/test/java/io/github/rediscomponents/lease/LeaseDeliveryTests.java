// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A lease that nobody waits for with a thread.
 */
class LeaseDeliveryTests extends QueueFixture {

	private static final Duration PATIENCE = Duration.ofSeconds(50);

	LeaseDeliveryTests() {
		super(RedisTopology.STANDALONE);
	}

	@ParameterizedTest
	@ValueSource(classes = { IllegalStateException.class, NoClassDefFoundError.class })
	void isGivenBackAndFailsTheFutureWhereItCannotBeHandedOver(Class<? extends Throwable> thrown) {
		LeaseEngine engine = engine();
		Keeper keeper = new TestedKeeper(fair().keys, commands());
		CompletableFuture<Optional<Object>> delivery = engine
			.deliver(new Acquisition(engine, keeper, LockOptions.noWait(), null), (lease) -> fail(thrown));
		assertThat(delivery).failsWithin(PATIENCE)
			.withThrowableOfType(ExecutionException.class)
			.withCauseInstanceOf(thrown);
		await().atMost(PATIENCE).until(() -> fair().holders().isEmpty());
	}

	private static Object fail(Class<? extends Throwable> thrown) {
		if (thrown == IllegalStateException.class) {
			throw new IllegalStateException("strange");
		}
		throw new NoClassDefFoundError("strange");
	}

}
