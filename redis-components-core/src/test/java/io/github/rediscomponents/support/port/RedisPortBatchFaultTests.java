// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a batch does when Redis is away or refuses a command.
 */
class RedisPortBatchFaultTests extends RedisPortFaultFixture {

	@Test
	void endsABatchThatNobodyAwaitsWhenTheServerStaysSilent() {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), SHORT))) {
			RedisBatch batch = port.batch();
			CompletableFuture<byte[]> value = batch.get("k").toCompletableFuture();
			CompletableFuture<Long> sum = batch.eval(ADD, new String[] { "n" }).toCompletableFuture();
			server.pause();
			batch.flush();
			assertThat(value).failsWithin(PATIENCE)
				.withThrowableThat()
				.havingRootCause()
				.isInstanceOf(TimeoutException.class);
			assertThat(sum).failsWithin(PATIENCE);
			server.resume();
			await().ignoreExceptions().untilAsserted(() -> assertThat(ping(port)).isEqualTo("PONG"));
		}
	}

	@Test
	void givesEveryChunkOfABatchTheWholeTimeOut() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CommandPort port = TestPorts.connected(TestPorts.open(proxy.uri(), Duration.ofSeconds(4)))) {
			proxy.delay(Duration.ofMillis(100));
			RedisBatch batch = port.batch();
			// A chunk each.
			List<CompletionStage<byte[]>> values = IntStream.range(0, 25)
				.mapToObj((i) -> batch.get(i + "x".repeat(RedisBatch.CHUNK_BYTES)))
				.toList();
			long began = System.nanoTime();
			batch.flush();
			// 25 round trips of 200 ms each.
			assertThat(batch.await(values)).hasSize(25).containsOnlyNulls();
			assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThan(Duration.ofSeconds(5));
		}
	}

	@Test
	void sendsNoFurtherChunkAfterOneThatWasNotAnsweredAndSaysHowMuchWasDone() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				ObservedConnector connector = new ObservedConnector(proxy.uri());
				Background background = new Background();
				CommandPort port = CommandPort.open(connector, background, Duration.ofSeconds(4))) {
			AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
			connector.beforeEach((command) -> {
				if (command.equals("EVALSHA") && left.decrementAndGet() == 0) {
					// The first chunk was answered.
					proxy.freeze();
				}
			});
			TestPorts.connected(port).withTimeout(PATIENCE).eval(ADD, new String[] { "n" });
			left.set(RedisBatch.CHUNK_COMMANDS + 1);
			RedisBatch batch = port.batch();
			List<CompletionStage<Long>> sums = add(batch, 3 * RedisBatch.CHUNK_COMMANDS + 1);
			batch.flush();
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> batch.await(sums, (i) -> 10))
				.satisfies((ex) -> {
					assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN);
					int chunk = 10 * RedisBatch.CHUNK_COMMANDS;
					assertThat(ex.progress()).contains(new BatchProgress(chunk, chunk, chunk + 10));
					assertThat(ex).hasMessageEndingWith("(%d of %d done, %d unknown, %d not done)", chunk,
							3 * chunk + 10, chunk, chunk + 10);
				});
			proxy.thaw();
			await().ignoreExceptions().untilAsserted(() -> assertThat(ping(port)).isEqualTo("PONG"));
			await().untilAsserted(() -> assertThat(server.command("GET", "n"))
				.hasToString(String.valueOf(1 + 2 * RedisBatch.CHUNK_COMMANDS)));
		}
	}

	@Test
	void goesOnWithABatchAfterACommandThatIsRefused() {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server.uri(), PATIENCE)) {
			server.command("RPUSH", "list", "x");
			RedisBatch batch = port.batch();
			int added = 2 * RedisBatch.CHUNK_COMMANDS;
			List<CompletionStage<Long>> sums = new ArrayList<>();
			sums.add(batch.eval(ADD, new String[] { "list" }));
			sums.addAll(add(batch, added));
			batch.flush();
			assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> batch.await(sums))
				.withMessageContaining("WRONGTYPE")
				.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(added, 0, 1)));
			assertThat(server.command("GET", "n")).hasToString(String.valueOf(added));
		}
	}

	private static List<CompletionStage<Long>> add(RedisBatch batch, int times) {
		return Stream.generate(() -> batch.eval(ADD, new String[] { "n" }))
			.limit(times)
			.collect(Collectors.toCollection(ArrayList::new));
	}

}
