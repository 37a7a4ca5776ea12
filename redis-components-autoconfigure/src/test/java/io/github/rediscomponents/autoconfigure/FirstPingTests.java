// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.RedisPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The line of a first connection that fails, and of one that nobody wants any more.
 */
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class FirstPingTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final String LINE = "Cannot use the server of this test";

	private final CompletableFuture<Optional<String>> cause = new CompletableFuture<>();

	private final CountDownLatch asked = new CountDownLatch(1);

	private final AtomicBoolean wanted = new AtomicBoolean(true);

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void nothingIsLoggedOnceTheApplicationIsClosed(boolean found, CapturedOutput output) {
		refused(() -> {
			this.wanted.set(false);
			this.cause.complete(found ? Optional.of("some cause") : Optional.empty());
		});
		assertThat(output).doesNotContain(LINE);
	}

	@Test
	void theCauseIsLogged(CapturedOutput output) {
		refused(() -> this.cause.complete(Optional.of("some cause")));
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(output).contains(LINE + " 'a': some cause"));
	}

	@Test
	void aSearchThatFailsHidesNoFailure(CapturedOutput output) {
		refused(() -> this.cause.completeExceptionally(new IllegalStateException()));
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(output).contains(LINE + " 'a'").contains("Connection refused"));
	}

	private void refused(Runnable afterTheSearchBegan) {
		TestContexts.runner()
			.withPropertyValues("spring.data.redis.port=1", "redis-components.key-prefix=t",
					"redis-components.feed.enabled=false")
			.run((context) -> {
				FirstPing.send(searching(CommandPort.of(context.getBean(RedisPort.class))), this.wanted::get,
						LoggerFactory.getLogger(FirstPingTests.class), LINE + " '{}'", "a");
				this.asked.await();
				afterTheSearchBegan.run();
			});
	}

	private CommandPort searching(CommandPort real) {
		return (CommandPort) Proxy.newProxyInstance(CommandPort.class.getClassLoader(),
				new Class<?>[] { CommandPort.class }, (proxy, method, args) -> {
					if (method.getName().equals("likelyCause")) {
						this.asked.countDown();
						return this.cause;
					}
					return method.invoke(real, args);
				});
	}

}
