// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.lang.reflect.Type;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

/**
 * A server of its own for each test, a proxy before it, and one process that uses queues
 * by way of the proxy.
 */
abstract class StreamFaultFixture {

	static final Duration PATIENCE = Duration.ofSeconds(60);

	static final WorkQueueSettings QUICK = StreamQueueFixture.QUICK;

	static final WorkQueueSettings PATIENT = StreamQueueFixture.PATIENT;

	final RedisServer server = RedisServer.builder()
		.setting("appendonly", "yes")
		.setting("appendfsync", "always")
		.start();

	final RedisProxy proxy = RedisProxy.to(this.server);

	Background background = new Background();

	CommandPort port;

	StreamQueues streams;

	@BeforeEach
	void connect() {
		this.background = new Background(workers());
		this.port = TestPorts.connected(TestPorts.open(this.proxy.uri(), Duration.ofSeconds(20)));
		// Connecting for the first time takes long on a busy machine.
		org.awaitility.Awaitility.await()
			.atMost(PATIENCE)
			.ignoreExceptions()
			.until(() -> this.port.call((commands) -> commands.ping()), "PONG"::equals);
		this.streams = StreamQueues.create(this.port, new KeySpace("test"), codecs(), this.background,
				new LiveSettings<>(Map.of()));
	}

	ThreadFactory workers() {
		return Background.daemon("test-worker");
	}

	ValueCodecs codecs() {
		return ValueCodecs.json();
	}

	/** Codecs that look at what they have read, and may throw then. */
	static ValueCodecs reading(Consumer<String> look) {
		ValueCodecs json = ValueCodecs.json();
		return new ValueCodecs() {
			@Override
			public <T> ValueCodec<T> codec(Type type) {
				ValueCodec<T> real = json.codec(type);
				return new ValueCodec<>() {
					@Override
					public byte[] encode(T value) {
						return real.encode(value);
					}

					@Override
					public T decode(byte[] bytes) {
						T value = real.decode(bytes);
						look.accept(String.valueOf(value));
						return value;
					}
				};
			}
		};
	}

	@AfterEach
	void close() {
		this.streams.stop(Duration.ofSeconds(2));
		this.background.close();
		this.port.close();
		this.proxy.close();
		this.server.close();
	}

	StreamQueue<String> queue(String name, WorkQueueSettings settings) {
		return this.streams.get(name, String.class, settings);
	}

	TaskQueue<String> tasks(String name, WorkQueueSettings settings) {
		return TaskQueues.create(this.streams, new LiveSettings<>(Map.of())).get(name, String.class, settings);
	}

	List<?> list(String... words) {
		return (List<?>) Objects.requireNonNull(this.server.command(words));
	}

	long number(String... words) {
		return Long.parseLong(String.valueOf(this.server.command(words)));
	}

	long pending(String key) {
		return Long.parseLong(String.valueOf(list("XPENDING", key, "workers").get(0)));
	}

	/** Until a process waits in a read. */
	void awaitReader() {
		org.awaitility.Awaitility.await()
			.atMost(PATIENCE)
			.until(() -> String.valueOf(this.server.command("CLIENT", "LIST")).contains("cmd=xreadgroup"));
	}

	/** How many scripts the server runs in a while in which nothing happens. */
	long scriptsIn(Duration quiet) {
		return scriptsIn(quiet, 0);
	}

	/** The same, in the time until there are so many. */
	long scriptsIn(Duration quiet, long least) {
		this.server.resetStats();
		long from = System.nanoTime();
		org.awaitility.Awaitility.await()
			.atMost(quiet.plus(PATIENCE))
			.until(() -> System.nanoTime() - from > quiet.toNanos() && scripts() >= least);
		return scripts();
	}

	long scripts() {
		Map<String, Long> calls = this.server.commandCalls();
		return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
	}

}
