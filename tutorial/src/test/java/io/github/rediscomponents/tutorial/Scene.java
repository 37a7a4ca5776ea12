// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import io.github.rediscomponents.ComponentType;
import io.lettuce.core.RedisClient;
import io.lettuce.core.resource.ClientResources;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.TestInfo;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.RedisComponentsBuilder;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.test.RealRedis;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.awaitility.Awaitility.with;

/**
 * A real server, a template for the snippet, and components for the bean. The order of
 * the steps is forced: a step of the second thread runs where the first thread stands.
 */
@RealRedis
public abstract class Scene {

	private static final ClientResources RESOURCES = ClientResources.create();

	private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(30);

	private final List<AutoCloseable> opened = new ArrayList<>();

	private final SentCommands sent = new SentCommands();

	protected final RedisServer server = SharedRedis.standalone();

	protected final StringRedisTemplate redis = template(this.server.host(), this.server.port());

	/** Lettuce tells of a reply after it has given the reply to the caller. */
	@AfterEach
	void compareWithTheTraceOfThePage(TestInfo test) {
		test.getTestMethod()
			.map((method) -> method.getAnnotation(Trace.class))
			.ifPresent((trace) -> eventually().untilAsserted(() -> Traces.assertShow(trace, this.sent.all())));
	}

	@AfterEach
	void close() throws Exception {
		for (int i = this.opened.size() - 1; i >= 0; i--) {
			this.opened.get(i).close();
		}
	}

	/**
	 * Another process: its own connection and its own components.
	 */
	protected final RedisComponentsBuilder process() {
		return process(this.server.host(), this.server.port());
	}

	protected final RedisComponentsBuilder process(RedisProxy proxy) {
		return process(proxy.host(), proxy.port());
	}

	/** The first command of a process connects, which takes seconds on a busy machine. */
	private RedisComponentsBuilder process(String host, int port) {
		return RedisComponents.on(factory(host, port))
			.keyPrefix("shop")
			.commandTimeout(COMMAND_TIMEOUT)
			.settings(ComponentType.CACHE, CacheRegistrySettings.defaults()
				.withCommon(CacheSettings.defaults().withCommandTimeout(COMMAND_TIMEOUT)));
	}

	protected final <T extends AutoCloseable> T opened(T resource) {
		this.opened.add(resource);
		return resource;
	}

	protected final StringRedisTemplate template(String host, int port) {
		return new StringRedisTemplate(factory(host, port));
	}

	/**
	 * Returns when Redis has dropped a key with this TTL, so that whatever was written
	 * before it with at most this TTL is gone as well.
	 */
	protected final void awaitExpiry(Duration ttl) {
		this.redis.opsForValue().set("scene:clock", "ticking", ttl);
		eventually().until(() -> this.redis.opsForValue().get("scene:clock") == null);
	}

	/**
	 * Returns how often each command was sent; those within scripts are not counted, and
	 * neither is TIME, which is sent in the background every ten seconds.
	 */
	protected final Map<String, Long> sent(Runnable call) {
		this.server.resetStats();
		call.run();
		Map<String, Long> calls = new TreeMap<>(this.server.commandCalls());
		if (calls.containsKey("evalsha")) {
			calls.keySet().retainAll(Set.of("evalsha"));
		}
		calls.keySet().removeIf((name) -> name.startsWith("config") || Set.of("info", "time").contains(name));
		return calls;
	}

	/**
	 * Returns what a call returns on another thread, as in another process.
	 */
	protected static <T> T elsewhere(Callable<T> call) {
		FutureTask<T> task = new FutureTask<>(call);
		new Thread(task, "elsewhere").start();
		try {
			return task.get();
		}
		catch (InterruptedException | ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	protected static ConditionFactory eventually() {
		return with().pollInterval(Duration.ofMillis(5)).await().atMost(Duration.ofMinutes(1));
	}

	private LettuceConnectionFactory factory(String host, int port) {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.clientResources(RESOURCES)
			.commandTimeout(COMMAND_TIMEOUT)
			.shutdownTimeout(Duration.ZERO)
			.build();
		LettuceConnectionFactory factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port),
				client);
		factory.afterPropertiesSet();
		factory.start();
		if (factory.getRequiredNativeClient() instanceof RedisClient standalone) {
			standalone.addListener(this.sent);
		}
		opened(factory::destroy);
		return factory;
	}

}
