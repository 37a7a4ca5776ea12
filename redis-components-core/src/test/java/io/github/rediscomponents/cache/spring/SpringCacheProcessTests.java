// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Spring's caching in several processes.
 */
class SpringCacheProcessTests {

	private static final int TIMES = 2000;

	private final RedisServer server = SharedRedis.standalone();

	private final String prefix = "s" + UUID.randomUUID();

	@Test
	void twoProcessesCallASynchronizedMethodOnce() {
		List<ChildJvm> children = IntStream.range(0, 2)
			.mapToObj((i) -> ChildJvm.start(Child.class, this.server.uri(), this.prefix))
			.toList();
		try {
			children.forEach((child) -> child.awaitLine("READY"::equals));
			children.forEach((child) -> child.send("GO"));
			assertThat(children).allSatisfy((child) -> assertThat(child.awaitLine((line) -> line.startsWith("DONE")))
				.isEqualTo("DONE 32 of [call 1]"));
			assertThat(this.server.command("GET", this.prefix + ":calls")).isEqualTo("1");
		}
		finally {
			children.forEach(ChildJvm::close);
		}
	}

	@Test
	void anEvictionIsSeenAtOnceByTheOtherProcess() {
		try (CommandPort onePort = TestPorts.open(this.server);
				CommandPort otherPort = TestPorts.open(this.server);
				SpringCaches one = SpringCaches.on(onePort, this.prefix, ValueTypes.NONE);
				SpringCaches other = SpringCaches.on(otherPort, this.prefix, ValueTypes.NONE)) {
			RedisComponentsCache reader = one.manager.getCache("c");
			RedisComponentsCache writer = other.manager.getCache("c");
			AtomicInteger row = new AtomicInteger();
			int stale = 0;
			for (int i = 0; i < TIMES; i++) {
				int before = reader.get("k", row::get);
				row.incrementAndGet();
				if (i % 2 == 0) {
					writer.evict("k");
				}
				else {
					assertThat(writer.evictIfPresent("k")).isTrue();
				}
				stale += (reader.get("k") != null) ? 1 : 0;
				stale += (reader.get("k", row::get) == before) ? 1 : 0;
			}
			assertThat(stale).isZero();
		}
	}

	@Test
	void whatWasReadBeforeAnEvictionIsNotStoredAfterIt() {
		try (CommandPort onePort = TestPorts.open(this.server);
				CommandPort otherPort = TestPorts.open(this.server);
				SpringCaches one = SpringCaches.on(onePort, this.prefix, ValueTypes.NONE);
				SpringCaches other = SpringCaches.on(otherPort, this.prefix, ValueTypes.NONE)) {
			RedisComponentsCache reader = one.manager.getCache("c");
			RedisComponentsCache writer = other.manager.getCache("c");
			AtomicInteger row = new AtomicInteger();
			for (int i = 0; i < 200; i++) {
				String key = "k" + i;
				int old = row.get();
				assertThat(reader.get(key, () -> {
					int read = row.get();
					row.incrementAndGet();
					writer.evict(key);
					return read;
				})).isEqualTo(old);
				assertThat(reader.get(key)).isNull();
				assertThat(writer.get(key, row::get)).isEqualTo(old + 1);
			}
		}
	}

	@Test
	void afterAFailedLoadTheOtherProcessLoads() {
		try (CommandPort onePort = TestPorts.open(this.server);
				CommandPort otherPort = TestPorts.open(this.server);
				SpringCaches one = SpringCaches.on(onePort, this.prefix,
						SpringCaches.SETTINGS.withLease(Duration.ofMinutes(10), Duration.ofMinutes(10)));
				SpringCaches other = SpringCaches.on(otherPort, this.prefix, ValueTypes.NONE);
				AnnotationConfigApplicationContext context = context(one.manager)) {
			Service service = context.getBean(Service.class);
			for (int i = 0; i < 20; i++) {
				String key = "k" + i;
				assertThatIllegalStateException().isThrownBy(() -> service.failing(key)).withMessage("not now");
				// The lease was given back: it would last longer than a caller waits.
				assertThat(other.manager.getCache("failing").get(key, () -> "loaded")).isEqualTo("loaded");
				assertThat(service.failing(key)).isEqualTo("loaded");
			}
		}
	}

	@Test
	void aSynchronizedMethodReturnsAStaleValueWhileItIsCalledAnewInTheBackground() {
		try (CommandPort port = TestPorts.open(this.server);
				SpringCaches caches = SpringCaches.on(port, this.prefix,
						SpringCaches.SETTINGS.withTtl(Duration.ofMillis(200)).withStaleWindow(Duration.ofMinutes(10)));
				AnnotationConfigApplicationContext context = context(caches.manager)) {
			Service service = context.getBean(Service.class);
			RedisComponentsCache cache = caches.manager.getCache("stale");
			String first = service.stale("k");
			// Nothing would rebuild it: without a loader a stale value is none.
			await().until(() -> cache.get("k") == null);
			assertThat(service.stale("k")).isEqualTo(first);
			await().until(() -> !service.stale("k").equals(first));
			assertThat(service.callers()).startsWith(Thread.currentThread().getName())
				.hasSizeGreaterThan(1)
				.filteredOn((thread) -> thread.equals(Thread.currentThread().getName()))
				.hasSize(1);
		}
	}

	private static AnnotationConfigApplicationContext context(RedisComponentsCacheManager manager) {
		AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
		context.registerBean(CacheManager.class, () -> manager);
		context.register(Caching.class, Service.class);
		context.refresh();
		return context;
	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching
	static class Caching {

	}

	static class Service {

		private final List<String> callers = new CopyOnWriteArrayList<>();

		public List<String> callers() {
			return this.callers;
		}

		@Cacheable(cacheNames = "stale", sync = true)
		public String stale(String key) {
			this.callers.add(Thread.currentThread().getName());
			return "call " + this.callers.size();
		}

		@Cacheable(cacheNames = "failing", sync = true)
		public String failing(String key) {
			throw new IllegalStateException("not now");
		}

	}

	static class Counted {

		private final CommandPort port;

		private final String key;

		Counted(CommandPort port, String key) {
			this.port = port;
			this.key = key;
		}

		@Cacheable(cacheNames = "counted", sync = true)
		public String call(String id) throws InterruptedException {
			long calls = this.port.call((commands) -> commands.incr(this.key));
			TimeUnit.MILLISECONDS.sleep(300);
			return "call " + calls;
		}

	}

	static final class Child {

		private Child() {
		}

		public static void main(String[] args) throws Exception {
			CommandPort port = TestPorts.open(args[0], Duration.ofSeconds(20));
			SpringCaches caches = SpringCaches.on(port, args[1],
					SpringCaches.SETTINGS.withCommandTimeout(Duration.ofSeconds(20))
						.withLease(Duration.ofSeconds(30), Duration.ofSeconds(60)));
			AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
			context.registerBean(CacheManager.class, () -> caches.manager);
			context.registerBean(Counted.class, () -> new Counted(port, args[1] + ":calls"));
			context.register(Caching.class);
			context.refresh();
			Counted counted = context.getBean(Counted.class);
			caches.manager.getCache("counted").get("warm", () -> "warm");
			System.out.println("READY");
			System.in.read();
			List<String> values = Concurrently.run(32, () -> counted.call("cold"));
			System.out.println("DONE " + values.size() + " of " + values.stream().distinct().toList());
			System.exit(0);
		}

	}

}
