// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * What happens to ids while Redis is away, slow, or has forgotten.
 */
class IdWorkerFaultTests {

	private static final Duration SHORT = Duration.ofMillis(300);

	@Test
	void usesItsBlockUpWhileRedisIsDownAndGoesOnAfterARestart() {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server.uri(), SHORT)) {
			IdSequence ids = sequence(port,
					IdSettings.defaults().withBlocks(100, 100).withMaxAge(Duration.ofMinutes(1)));
			long first = firstOf(ids);
			server.kill();
			long[] rest = LongStream.range(0, 99).map((i) -> ids.nextId()).toArray();
			assertThat(rest).containsExactly(LongStream.rangeClosed(first + 1, first + 99).toArray());
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(ids::nextId)
				.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED));
			server.restart();
			await().ignoreExceptions().untilAsserted(() -> assertThat(ids.nextId()).isGreaterThan(first + 99));
		}
	}

	@Test
	void startsWithRedisDown() {
		try (RedisServer server = RedisServer.start()) {
			server.kill();
			try (CommandPort port = TestPorts.open(server.uri(), SHORT)) {
				IdSequence ids = sequence(port, IdSettings.defaults());
				assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(ids::nextId);
				server.restart();
				await().ignoreExceptions().untilAsserted(() -> assertThat(ids.nextId()).isPositive());
			}
		}
	}

	@Test
	void usesNoBlockBeyondItsAgeWhileRedisIsDown() {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server.uri(), SHORT)) {
			IdSettings settings = IdSettings.defaults().withBlocks(1 << 20, 1 << 20);
			IdSequence fresh = sequence(port, settings.withMaxAge(Duration.ofMinutes(1)));
			IdSequence old = sequence(port, settings.withMaxAge(Duration.ofSeconds(1)));
			firstOf(fresh);
			firstOf(old);
			server.kill();
			assertThat(fresh.nextId()).isPositive();
			await().pollInterval(Duration.ofMillis(20))
				.untilAsserted(
						() -> assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(old::nextId));
		}
	}

	@Test
	void givesAllWaitingThreadsOneAnswerWhenRedisStaysSilent() {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server.uri(), SHORT)) {
			AtomicInteger requests = new AtomicInteger();
			CommandPort counted = InterceptedPort.of(port, (method, args, call) -> {
				if (method.getName().equals("evalAsync")) {
					requests.incrementAndGet();
				}
				return call.proceed();
			});
			IdSequence ids = sequence(counted, IdSettings.defaults().withBlocks(1, 1));
			firstOf(ids);
			server.pause();
			try {
				requests.set(0);
				Concurrently.run(16, () -> {
					assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> ids.nextIds(10));
				});
				// One after the other they would need 16. One may be on its way already.
				assertThat(requests.get()).isLessThanOrEqualTo(8);
			}
			finally {
				server.resume();
			}
			await().ignoreExceptions().untilAsserted(() -> assertThat(ids.nextIds(10)).hasSize(10));
		}
	}

	@Test
	void wastesTheBlockOfALostReply() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CommandPort port = TestPorts.open(proxy.uri())) {
			IdSequence ids = sequence(port, IdSettings.defaults().withBlocks(10, 10));
			long[] before = ids.nextIds(10);
			await().until(() -> !server.commandCalls().getOrDefault("evalsha", 0L).equals(0L));
			for (int i = 0; i < 5; i++) {
				proxy.swallowNextReply();
				long[] after = ids.nextIds(25);
				IdWorkerTests.assertIncreasing(IdWorkerTests.concat(before, after));
				before = after;
			}
			assertThat(proxy.swallowedReplies()).isPositive();
		}
	}

	@ParameterizedTest
	@EnumSource
	void repeatsNothingAfterRedisCameBackWithAnOldSnapshot(IdLayout layout) {
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				CommandPort otherPort = TestPorts.open(server)) {
			IdSettings settings = IdSettings.defaults().withLayout(layout);
			IdSequence before = sequence(port, settings);
			long[] saved = before.nextIds(1000);
			server.command("SAVE");
			long[] forgotten = before.nextIds(100_000);
			server.kill();
			server.restart();
			IdSequence after = sequence(otherPort, settings);
			long[] fresh = after.nextIds(100_000);
			assertThat(LongStream.of(IdWorkerTests.concat(saved, forgotten, fresh)).distinct().count())
				.isEqualTo(201_000);
			assertThat(fresh[0]).isGreaterThan(forgotten[forgotten.length - 1]);
		}
	}

	private static IdSequence sequence(CommandPort port, IdSettings settings) {
		return IdWorker.create(port, new KeySpace("test"), new LiveSettings<>(settings), new Background())
			.sequence("orders");
	}

	/** The first answer makes the record and takes long on a busy machine. */
	private static long firstOf(IdSequence ids) {
		return await().ignoreExceptions().until(ids::nextId, (id) -> id > 0);
	}

	@Test
	void anErrorInARequestForIdsIsToldAndEndsWithIt() {
		AtomicInteger errors = new AtomicInteger(1);
		CommandPort port = InterceptedPort.of(TestPorts.standalone(), (method, args, call) -> {
			if (method.getName().equals("evalAsync") && errors.getAndDecrement() > 0) {
				throw new NoClassDefFoundError("lost");
			}
			return call.proceed();
		});
		IdSequence ids = sequence(port, IdSettings.defaults());
		assertThat(catchThrowable(ids::nextId)).satisfiesAnyOf(
				(thrown) -> assertThat(thrown).isInstanceOf(NoClassDefFoundError.class),
				(thrown) -> assertThat(thrown).hasCauseInstanceOf(NoClassDefFoundError.class));
		assertThat(CompletableFuture.supplyAsync(ids::nextId)).succeedsWithin(Duration.ofSeconds(20))
			.satisfies((id) -> assertThat(id).isPositive());
	}

}
