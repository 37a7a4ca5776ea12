package io.github.rediscomponents.support;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.support.RedisPort.ChannelListener;
import io.github.rediscomponents.support.RedisPort.Subscription;
import io.github.rediscomponents.test.RedisDeployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the port does wherever it is connected.
 */
@Tag("contract")
abstract class RedisPortContract {

	private static final LuaScript<List<Object>> ECHO = LuaScript.list("test/echo", 1, 1);

	private static final LuaScript<byte[]> NIL = LuaScript.bytes("test/nil", 1, 0);

	protected abstract RedisPort port();

	protected abstract RedisDeployment server();

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
	void saysThatRedisRefused() {
		String key = key();
		port().call((commands) -> commands.set(key, Utf8.bytes("text")));
		assertThatExceptionOfType(RedisErrorException.class)
			.isThrownBy(() -> port().call((commands) -> commands.lpush(key, Utf8.bytes("x"))))
			.withMessageStartingWith("WRONGTYPE");
		assertThatExceptionOfType(CompletionException.class).isThrownBy(
				() -> port().callAsync((commands) -> commands.lpush(key, Utf8.bytes("x"))).toCompletableFuture().join())
			.withCauseInstanceOf(RedisErrorException.class);
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
			assertThat(subscribed.await(5, TimeUnit.SECONDS)).isTrue();
			port().call((commands) -> commands.publish(channel, Utf8.bytes("hello")));
			assertThat(message.await(5, TimeUnit.SECONDS)).isTrue();
		}
		assertThat(heard).containsExactly("hello");
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
