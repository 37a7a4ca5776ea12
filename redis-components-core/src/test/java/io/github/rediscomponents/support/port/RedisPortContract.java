// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What the port does wherever it is connected.
 */
@Tag("contract")
abstract class RedisPortContract {

	private static final LuaScript<List<Object>> ECHO = LuaScript.list("test/echo", 1, 1);

	private static final LuaScript<byte[]> NIL = LuaScript.bytes("test/nil", 1, 0);

	private static final Duration LONG = Duration.ofMinutes(2);

	private static final LuaScript<Long> REFUSED = LuaScript.integer("test/refused", 1, 0);

	private final RedisTopology topology;

	RedisPortContract(RedisTopology topology) {
		this.topology = topology;
	}

	CommandPort port() {
		return TestPorts.of(this.topology);
	}

	final RedisDeployment server() {
		return SharedRedis.of(this.topology);
	}

	private int replicas() {
		return switch (this.topology) {
			case STANDALONE, CLUSTER -> 0;
			case REPLICATION -> 1;
			case SENTINEL -> 2;
		};
	}

	@Test
	void runsAScriptThatTheServerKnowsInOneCommand() {
		String[] key = { key() };
		port().eval(ECHO, key, Utf8.bytes("a"));
		Map<String, Long> before = server().commandCalls();
		assertThat(texts(port().eval(ECHO, key, Utf8.bytes("b")))).containsExactly(7L, "b");
		Map<String, Long> after = server().commandCalls();
		assertThat(after.get("evalsha") - before.get("evalsha")).isEqualTo(1);
		assertThat(after.get("eval")).isEqualTo(before.get("eval"));
	}

	@Test
	void runsAScriptThatTheServerHasForgotten() {
		server().nodes().forEach((node) -> node.command("SCRIPT", "FLUSH"));
		assertThat(echo("c")).containsExactly(7L, "c");
		server().nodes().forEach((node) -> node.command("SCRIPT", "FLUSH"));
		assertThat(texts(port().evalAsync(ECHO, new String[] { key() }, Utf8.bytes("d")).toCompletableFuture().join()))
			.containsExactly(7L, "d");
	}

	@Test
	void repliesWithNullWhereAScriptRepliesWithNil() {
		assertThat(port().eval(NIL, new String[] { key() })).isNull();
	}

	@Test
	void sendsABatchInOneFlushAndKeepsTheOrderOfReplies() {
		server().nodes().forEach((node) -> node.command("SCRIPT", "FLUSH"));
		RedisBatch batch = port().batch();
		List<CompletionStage<List<Object>>> replies = new ArrayList<>();
		for (int i = 0; i < 500; i++) {
			replies.add(batch.eval(ECHO, new String[] { key() }, Utf8.bytes("v" + i)));
		}
		CompletionStage<byte[]> missing = batch.get(key());
		batch.flush();
		List<List<Object>> all = batch.await(replies);
		assertThat(all).hasSize(500);
		assertThat(Utf8.text(all.get(499).get(1))).isEqualTo("v499");
		assertThat(batch.await(List.of(missing))).containsExactly((byte[]) null);
	}

	@Test
	void sendsTheTextOfAScriptThatWasForgottenOnceToEachNode() {
		List<String> keys = IntStream.range(0, 3 * RedisBatch.CHUNK_COMMANDS).mapToObj((i) -> key()).toList();
		port().eval(ECHO, new String[] { key() }, Utf8.bytes("a"));
		server().nodes().forEach((node) -> node.command("SCRIPT", "FLUSH"));
		Map<String, Long> before = server().commandCalls();
		RedisBatch batch = port().batch();
		List<CompletionStage<List<Object>>> replies = keys.stream()
			.map((key) -> batch.eval(ECHO, new String[] { key }, Utf8.bytes(key)))
			.toList();
		batch.flush();
		List<List<Object>> all = batch.await(replies);
		for (int i = 0; i < keys.size(); i++) {
			assertThat(Utf8.text(all.get(i).get(1))).isEqualTo(keys.get(i));
		}
		Map<String, Long> after = server().commandCalls();
		assertThat(after.get("eval") - before.getOrDefault("eval", 0L)).isBetween(1L, 1L * server().nodes().size());
	}

	/**
	 * The nodes of a cluster that have no connection yet get one of an I/O thread, which
	 * must not be the one that waits for it.
	 */
	@Test
	void anIoThreadSendsBatchesToNodesThatWereNotReachedYet() {
		for (int i = 0; i < 10; i++) {
			try (CommandPort fresh = TestPorts.open(this.topology)) {
				List<String> keys = IntStream.range(0, 50).mapToObj((key) -> key()).toList();
				List<byte[]> found = fresh.callAsync((commands) -> commands.get(keys.get(0)))
					.thenCompose((first) -> fresh.batchAsync())
					.thenCompose((batch) -> {
						List<CompletableFuture<byte[]>> replies = keys.stream()
							.map((key) -> batch.get(key).toCompletableFuture())
							.toList();
						batch.flush();
						return CompletableFuture.allOf(replies.toArray(CompletableFuture[]::new))
							.thenApply((all) -> replies.stream().map(CompletableFuture::join).toList());
					})
					.toCompletableFuture()
					.orTimeout(1, TimeUnit.MINUTES)
					.join();
				assertThat(found).hasSize(50).containsOnlyNulls();
			}
		}
	}

	@Test
	void completesTheRepliesToABatchAsThoseToOneScript() {
		RedisBatch batch = port().batch();
		CompletionStage<Long> refused = batch.eval(REFUSED, new String[] { key() });
		AtomicReference<Throwable> told = new AtomicReference<>();
		CompletionStage<Long> heard = refused.whenComplete((reply, failure) -> told.set(failure));
		batch.flush();
		await().until(heard.toCompletableFuture()::isDone);
		assertThat(told.get()).isInstanceOf(RedisCommandException.class);
	}

	@Test
	void saysThatRedisRefused() {
		String key = key();
		port().call((commands) -> commands.set(key, Utf8.bytes("text")));
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> port().call((commands) -> commands.lpush(key, Utf8.bytes("x"))))
			.withMessageStartingWith("WRONGTYPE");
		assertThatExceptionOfType(CompletionException.class).isThrownBy(
				() -> port().callAsync((commands) -> commands.lpush(key, Utf8.bytes("x"))).toCompletableFuture().join())
			.withCauseInstanceOf(RedisCommandException.class);
	}

	@Test
	void finishesACommandOfAnInterruptedThreadAndKeepsTheInterrupt() {
		Thread.currentThread().interrupt();
		try {
			assertThat(echo("x")).containsExactly(7L, "x");
		}
		finally {
			assertThat(Thread.interrupted()).isTrue();
		}
	}

	@Test
	void deliversMessagesUntilTheSubscriptionIsClosed() throws Exception {
		String channel = "channel:" + UUID.randomUUID();
		List<String> heard = new CopyOnWriteArrayList<>();
		CountDownLatch subscribed = new CountDownLatch(1);
		CountDownLatch message = new CountDownLatch(1);
		try (Subscription subscription = port().subscribe(channel, new ChannelListener() {
			@Override
			public void message(byte[] bytes) {
				heard.add(new String(bytes, StandardCharsets.UTF_8));
				message.countDown();
			}

			@Override
			public void subscribed() {
				subscribed.countDown();
			}
		})) {
			assertThat(subscribed.await(1, TimeUnit.MINUTES)).isTrue();
			port().call((commands) -> commands.publish(channel, Utf8.bytes("hello")));
			assertThat(message.await(1, TimeUnit.MINUTES)).isTrue();
		}
		assertThat(heard).containsExactly("hello");
	}

	@Test
	void saysHowManyReplicasHaveWhatAScriptWroteAfterTheWait() {
		Duration wait = Duration.ofMillis(500);
		long start = System.nanoTime();
		Replicated<List<Object>> answer = port().evalReplicated(ECHO, new String[] { key() }, replicas() + 1, wait,
				Utf8.bytes("r"));
		assertThat(texts(answer.reply())).containsExactly(7L, "r");
		// A replica that is slower than the wait is missing.
		assertThat(answer.replicas()).isBetween(0, replicas());
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(wait);
	}

	@Test
	void saysHowManyReplicasHaveWhatAScriptWrote() {
		String key = key();
		CompletableFuture<Replicated<List<Object>>> waiting = port()
			.evalReplicatedAsync(ECHO, new String[] { key }, replicas() + 1, LONG, Utf8.bytes("r"))
			.toCompletableFuture();
		WaitingClients.await(server().masterFor(key));
		if (replicas() > 0) {
			try (CommandPort other = TestPorts.open(this.topology)) {
				assertThat(
						other.evalReplicated(ECHO, new String[] { key }, replicas(), LONG, Utf8.bytes("s")).replicas())
					.isEqualTo(replicas());
			}
		}
		WaitingClients.endUntil(server().masterFor(key), waiting::isDone);
		assertThat(waiting.join().replicas()).isEqualTo(replicas());
	}

	@Test
	void runsAScriptForReplicasThatTheServerHasForgottenWithOtherCommandsBesideIt() {
		port().evalReplicated(ECHO, new String[] { key() }, 1, Duration.ofMillis(1), Utf8.bytes("r"));
		server().scriptFlush();
		String key = key();
		CompletableFuture<Replicated<List<Object>>> waiting = port()
			.evalReplicatedAsync(ECHO, new String[] { key }, replicas() + 1, LONG, Utf8.bytes("r"))
			.toCompletableFuture();
		assertThat(echo("beside")).containsExactly(7L, "beside");
		assertThat(waiting).isNotDone();
		WaitingClients.endUntil(server().masterFor(key), waiting::isDone);
		assertThat(texts(waiting.join().reply())).containsExactly(7L, "r");
	}

	@Test
	void letsManyThreadsShareTheWaitsForReplicas() {
		server().resetStats();
		AtomicInteger sum = new AtomicInteger();
		String[] key = { key() };
		Concurrently.repeat(16, 20, () -> {
			String word = UUID.randomUUID().toString();
			Replicated<List<Object>> answer = port().evalReplicated(ECHO, key, replicas() + 1, Duration.ofMillis(20),
					Utf8.bytes(word));
			assertThat(texts(answer.reply())).containsExactly(7L, word);
			sum.incrementAndGet();
		});
		assertThat(sum).hasValue(320);
		assertThat(server().commandCalls().get("wait")).isLessThan(320);
	}

	@Test
	void saysThatRedisRefusedAScriptForReplicas() {
		String[] key = { key() };
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> port().evalReplicated(REFUSED, key, 1, Duration.ofMillis(1)))
			.withMessageContaining("WRONGTYPE");
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		port().evalReplicatedAsync(REFUSED, key, 1, Duration.ofMillis(1))
			.whenComplete((answer, thrown) -> failure.complete(thrown));
		assertThat(failure).succeedsWithin(Duration.ofMinutes(1))
			.isInstanceOf(RedisCommandException.class)
			.as("not wrapped");
	}

	@Test
	void refusesToWaitForNoReplicaOrForEver() {
		String[] key = { key() };
		assertThatIllegalArgumentException().isThrownBy(() -> port().evalReplicated(NIL, key, 0, Duration.ofMillis(1)))
			.withMessageContaining("minReplicas");
		assertThatIllegalArgumentException().isThrownBy(() -> port().evalReplicated(NIL, key, 1, Duration.ZERO))
			.withMessageContaining("wait");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> port().evalReplicated(NIL, new String[0], 1, Duration.ofMillis(1)));
	}

	@Test
	void failsAsynchronousCallsWithTheFailureItself() {
		CompletableFuture<Throwable> failure = new CompletableFuture<>();
		port().evalAsync(REFUSED, new String[] { key() }).whenComplete((reply, thrown) -> failure.complete(thrown));
		assertThat(failure).succeedsWithin(Duration.ofMinutes(1)).isInstanceOf(RedisCommandException.class);
	}

	/** A caller would not find out before it computes with it. */
	@Test
	void failsAScriptThatRepliesNilInsteadOfANumber() {
		LuaScript<Long> number = LuaScript.integer("test/nil", 1, 0);
		String[] key = { key() };
		RedisBatch batch = port().batch();
		List<CompletionStage<?>> replies = List.of(port().evalAsync(number, key), batch.eval(number, key),
				port().evalReplicatedAsync(number, key, 1, Duration.ofMillis(1)));
		batch.flush();
		assertThat(replies).allSatisfy((reply) -> assertThat(reply).failsWithin(Duration.ofMinutes(1))
			.withThrowableThat()
			.withMessageContaining("test/nil"));
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> port().eval(number, key))
			.withMessageContaining("test/nil");
	}

	private List<Object> echo(String text) {
		return texts(port().eval(ECHO, new String[] { key() }, Utf8.bytes(text)));
	}

	private static List<Object> texts(List<Object> reply) {
		return reply.stream().map((part) -> (part instanceof byte[] bytes) ? (Object) Utf8.text(bytes) : part).toList();
	}

	private static String key() {
		return "port:{" + UUID.randomUUID() + "}";
	}

}
