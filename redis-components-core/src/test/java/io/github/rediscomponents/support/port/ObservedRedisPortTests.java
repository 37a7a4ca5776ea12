// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.MicrometerOperationObserver;
import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * An observed port does what any port does, and tells how it ended.
 */
class ObservedRedisPortTests extends RedisPortContract {

	private static final LuaScript<List<Object>> ECHO = LuaScript.list("test/echo", 1, 1);

	private static final LuaScript<Long> REFUSED = LuaScript.integer("test/refused", 1, 0);

	private static final String[] KEY = { "observed:{a}" };

	private final List<String> heard = new CopyOnWriteArrayList<>();

	private final OperationObserver observer = (component, operation, outcome, nanos) -> {
		assertThat(nanos).isPositive();
		this.heard.add(component + " " + operation + " " + outcome);
	};

	ObservedRedisPortTests() {
		super(RedisTopology.STANDALONE);
	}

	@Override
	CommandPort port() {
		return TestPorts.standalone().observed("test", this.observer);
	}

	@Test
	void tellsOfScriptsAndCommandsThatAreWaitedFor() {
		port().eval(ECHO, KEY, Utf8.bytes("a"));
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> port().eval(REFUSED, KEY));
		port().withTimeout(Duration.ofMinutes(1)).call((commands) -> commands.get("nothing"));
		assertThat(this.heard).containsExactly("test echo ANSWERED", "test refused REFUSED", "test command ANSWERED");
	}

	@Test
	void tellsOfWhatIsNotWaitedForAndOfFlushesOnceEach() {
		port().evalAsync(ECHO, KEY, Utf8.bytes("a")).toCompletableFuture().join();
		port().evalAsync(REFUSED, KEY).exceptionally((failure) -> 0L).toCompletableFuture().join();
		port().callAsync((commands) -> commands.get("nothing")).toCompletableFuture().join();
		await().untilAsserted(() -> assertThat(this.heard).containsExactlyInAnyOrder("test echo ANSWERED",
				"test refused REFUSED", "test command ANSWERED"));
		this.heard.clear();
		RedisBatch batch = port().batch();
		List<CompletionStage<List<Object>>> replies = List.of(batch.eval(ECHO, KEY, Utf8.bytes("a")),
				batch.eval(ECHO, KEY, Utf8.bytes("b")));
		batch.get("nothing");
		batch.eval(REFUSED, KEY);
		assertThat(this.heard).isEmpty();
		batch.flush();
		assertThat(batch.await(replies)).hasSize(2);
		await().untilAsserted(() -> assertThat(this.heard).containsExactlyInAnyOrder("test echo ANSWERED",
				"test echo ANSWERED", "test command ANSWERED", "test refused REFUSED"));
	}

	@Test
	void tellsThatNoAnswerCame() {
		try (RedisServer own = RedisServer.start();
				CommandPort port = TestPorts.open(own.uri(), Duration.ofMillis(500))) {
			CommandPort observed = port.observed("test", this.observer);
			observed.withTimeout(Duration.ofMinutes(1)).eval(ECHO, KEY, Utf8.bytes("a"));
			own.kill();
			assertThatExceptionOfType(RedisUnavailableException.class)
				.isThrownBy(() -> observed.eval(ECHO, KEY, Utf8.bytes("a")));
		}
		assertThat(this.heard).containsExactly("test echo ANSWERED", "test echo UNAVAILABLE");
	}

	@Test
	void goesOnWhenAnObserverThrows() {
		CommandPort port = TestPorts.standalone().observed("test", (component, operation, outcome, nanos) -> {
			throw new IllegalStateException("on purpose");
		});
		assertThat(port.eval(ECHO, KEY, Utf8.bytes("a"))).hasSize(2);
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> port.eval(REFUSED, KEY));
		assertThat(port.evalAsync(ECHO, KEY, Utf8.bytes("a")).toCompletableFuture().join()).hasSize(2);
	}

	@Test
	void isNoOtherPortWhereNobodyListens() {
		CommandPort port = TestPorts.standalone();
		assertThat(port.observed("test", Listeners.all(OperationObserver.class, OperationObserver.NONE, Stream.of())))
			.isSameAs(port);
	}

	@Test
	void isTimedByTheMetersBesideOtherObservers() {
		SimpleMeterRegistry registry = new SimpleMeterRegistry();
		CommandPort port = TestPorts.standalone()
			.observed("test", Listeners.all(OperationObserver.class, OperationObserver.NONE,
					Stream.of(this.observer, new MicrometerOperationObserver(registry))));
		port.eval(ECHO, KEY, Utf8.bytes("a"));
		port.eval(ECHO, KEY, Utf8.bytes("a"));
		assertThat(registry.get("redis.components.operation")
			.tags("component", "test", "operation", "echo", "outcome", "answered")
			.timer()
			.count()).isEqualTo(2);
		assertThat(this.heard).hasSize(2);
	}

}
