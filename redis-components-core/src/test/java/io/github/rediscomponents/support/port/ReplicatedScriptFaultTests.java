// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.test.RedisReplication;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a script that waits for replicas learns when they, or the server, are away.
 */
class ReplicatedScriptFaultTests {

	private static final LuaScript<Long> ADD = LuaScript.integer("test/add", 1, 0);

	private static final String[] KEY = { "counter" };

	private static final Duration LONG = Duration.ofSeconds(30);

	private static RedisReplication redis;

	private CommandPort port;

	@BeforeAll
	static void start() {
		redis = RedisReplication.builder().replicas(2).start();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@BeforeEach
	void open() {
		this.port = TestPorts.connected(TestPorts.open(redis, Duration.ofSeconds(2)));
		// Known script, connection made.
		assertThat(this.port.withTimeout(LONG).evalReplicated(ADD, KEY, 2, LONG).replicas()).isEqualTo(2);
	}

	@AfterEach
	void repair() {
		this.port.close();
		redis.repair();
		redis.flushAll();
	}

	@Test
	void answersAsSoonAsEnoughReplicasHaveIt() {
		redis.replicas().get(0).pause();
		assertThat(this.port.evalReplicated(ADD, KEY, 1, LONG).replicas()).isEqualTo(1);
	}

	@Test
	void saysThatFewerReplicasHaveIt() {
		redis.replicas().get(0).pause();
		assertThat(endWithOneReplica(send(2, LONG))).isEqualTo(new Replicated<>(2L, 1));
		redis.replicas().get(1).pause();
		assertThat(this.port.withTimeout(LONG).evalReplicated(ADD, KEY, 2, Duration.ofMillis(300)))
			.isEqualTo(new Replicated<>(3L, 0));
	}

	@Test
	void neverCountsReplicasForAConnectionThatWroteNothing() {
		redis.replicas().forEach(RedisServer::pause);
		CompletableFuture<Replicated<Long>> lost = send(1, LONG);
		// The server may still hold a client in a WAIT that has hung up already.
		await().until(() -> {
			WaitingClients.of(redis.master()).forEach((id) -> redis.master().command("CLIENT", "KILL", "ID", id));
			return lost.isDone();
		});
		assertThat(lost).failsWithin(Duration.ofSeconds(5))
			.withThrowableOfType(ExecutionException.class)
			.havingCause()
			.isInstanceOfSatisfying(RedisUnavailableException.class,
					(ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.UNKNOWN));
		assertThat(redis.master().command("GET", KEY[0])).isEqualTo("2");
		assertThat(this.port.withTimeout(LONG).evalReplicated(ADD, KEY, 1, Duration.ofMillis(300)).replicas()).isZero();
	}

	@Test
	void sendsWhatCameDuringAWaitTogetherAfterwards() {
		redis.replicas().forEach(RedisServer::pause);
		CompletableFuture<Replicated<Long>> first = send(1, LONG);
		WaitingClients.await(redis.master());
		redis.master().resetStats();
		List<CompletableFuture<Replicated<Long>>> rest = Stream.generate(() -> send(1, LONG)).limit(50).toList();
		WaitingClients.end(redis.master());
		assertThat(first.join().replicas()).isZero();
		redis.replicas().forEach(RedisServer::resume);
		assertThat(rest).allSatisfy((one) -> assertThat(one.join().replicas()).isPositive());
		assertThat(redis.commandCalls()).containsEntry("evalsha", 50L).containsEntry("wait", 1L);
	}

	@Test
	void keepsTheTermsOfEachCallApart() {
		redis.replicas().get(0).pause();
		CompletableFuture<Replicated<Long>> two = send(2, LONG);
		CompletableFuture<Replicated<Long>> one = send(1, LONG);
		CompletableFuture<Replicated<Long>> again = send(2, LONG);
		endWithOneReplica(two);
		one.join();
		endWithOneReplica(again);
		assertThat(Stream.of(two, one, again).map((call) -> call.join().replicas())).containsExactly(1, 1, 1);
		assertThat(two.join().reply()).isEqualTo(2);
		assertThat(one.join().reply()).isEqualTo(3);
		assertThat(again.join().reply()).isEqualTo(4);
	}

	@Test
	void tellsWhatWasSentFromWhatWasNotWhenTheServerHangs() {
		redis.master().pause();
		CompletableFuture<Replicated<Long>> sent = send(1, Duration.ofMillis(100));
		CompletableFuture<Replicated<Long>> queued = send(1, Duration.ofMillis(100));
		assertThat(outcome(sent)).isEqualTo(Outcome.UNKNOWN);
		assertThat(outcome(queued)).isEqualTo(Outcome.NOT_EXECUTED);
		redis.master().resume();
		await().ignoreExceptionsInstanceOf(RedisUnavailableException.class)
			.until(() -> this.port.evalReplicated(ADD, KEY, 1, LONG).replicas() > 0);
		assertThat(redis.master().command("GET", KEY[0])).isEqualTo("3");
	}

	@Test
	void neverSendsOnAConnectionThatItGivesUpWhatWasQueuedBehindASilentServer() {
		redis.master().pause();
		CompletableFuture<Replicated<Long>> sent = send(1, Duration.ofMillis(100));
		// Its time is over long after the first call has given up the connection.
		CompletableFuture<Replicated<Long>> queued = send(1, Duration.ofMillis(600));
		assertThat(outcome(sent)).isEqualTo(Outcome.UNKNOWN);
		assertThat(outcome(queued)).isEqualTo(Outcome.NOT_EXECUTED);
	}

	@Test
	void failsWhenTheServerIsAwayAndRecovers() {
		redis.master().kill();
		await().untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> this.port.evalReplicated(ADD, KEY, 1, Duration.ofMillis(100)))
			.satisfies((ex) -> assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED)));
		redis.repair();
		await().ignoreExceptionsInstanceOf(RedisUnavailableException.class)
			.until(() -> this.port.evalReplicated(ADD, KEY, 2, LONG).replicas() == 2);
	}

	private CompletableFuture<Replicated<Long>> send(int replicas, Duration wait) {
		return this.port.evalReplicatedAsync(ADD, KEY, replicas, wait).toCompletableFuture();
	}

	private static Outcome outcome(CompletionStage<?> failed) {
		return ((RedisUnavailableException) failed.handle((reply, failure) -> failure).toCompletableFuture().join())
			.outcome();
	}

	/** Ends the wait of a call when one replica has all that was written so far. */
	private static Replicated<Long> endWithOneReplica(CompletableFuture<Replicated<Long>> call) {
		WaitingClients.await(redis.master());
		try (CommandPort other = TestPorts.open(redis)) {
			assertThat(other.evalReplicated(ADD, new String[] { "other" }, 1, LONG).replicas()).isPositive();
		}
		WaitingClients.end(redis.master());
		return call.join();
	}

}
