// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.asm.ClassWriter;
import org.springframework.asm.Opcodes;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.core.env.EnumerablePropertySource;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.semaphore.SemaphoreSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Refreshes among threads, class loaders, sources and beans of all kinds. None throws,
 * and each ends.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefreshFaultTests {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private static final String LEASE = "redis-components.lock.lease";

	private static Refresh refresh(AssertableApplicationContext context, Executor executor) {
		RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
		return CompletableFuture.supplyAsync(refresher::refresh, executor)
			.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
			.join();
	}

	private static void onThread(Runnable task) {
		new Thread(task).start();
	}

	@Test
	void aCustomizerWhoseFailureHasACircleOfCausesIsRefused() {
		Customizing customizing = new Customizing();
		TestContexts.connected()
			.withBean(Customizing.class, () -> customizing)
			.withPropertyValues(LEASE + "=20s")
			.run((context) -> {
				IllegalStateException one = new IllegalStateException("one");
				one.initCause(new IllegalStateException("other", one));
				customizing.action = () -> {
					throw one;
				};
				TestContexts.change(context, LEASE, "30s");
				assertThat(refresh(context, RefreshFaultTests::onThread).refused()).singleElement()
					.asString()
					.contains("redis-components.lock", "one");
			});
	}

	@Test
	void anInterruptedThreadRefreshesAndStaysInterrupted() {
		TestContexts.connected().withPropertyValues(LEASE + "=20s").run((context) -> {
			TestContexts.change(context, LEASE, "30s");
			Thread.currentThread().interrupt();
			Refresh refresh = context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(Thread.interrupted()).isTrue();
			assertThat(refresh.changed()).containsExactly("redis-components.lock");
		});
	}

	@Test
	void anApplicationClosesWhileARefreshRunsWhichMakesNoBeansAndRefusesNothing(CapturedOutput output) {
		Customizing customizing = new Customizing();
		AtomicInteger made = new AtomicInteger();
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch closed = new CountDownLatch(1);
		TestContexts.connected()
			.withBean(Customizing.class, () -> customizing)
			.withBean(Semaphores.class, () -> new Semaphores(made))
			.withPropertyValues(LEASE + "=20s", "redis-components.bloom-filter.filters.ids.capacity=1000",
					"redis-components.cache.caches.shop.bloom-filter=ids", "redis-components.semaphore.lease=20s")
			.run((context) -> {
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				customizing.action = () -> {
					begun.countDown();
					await(closed);
				};
				for (String property : List.of(LEASE, "redis-components.semaphore.lease",
						"redis-components.cache.caches.shop.ttl")) {
					TestContexts.change(context, property, "30s");
				}
				CompletableFuture<Refresh> refresh = CompletableFuture.supplyAsync(refresher::refresh,
						RefreshFaultTests::onThread);
				await(begun);
				context.close();
				closed.countDown();
				assertThat(refresh).succeedsWithin(PATIENCE);
				assertThat(refresher.refresh()).isEqualTo(new Refresh(List.of(), List.of(), List.of()));
				assertThat(refresher.refusals()).isEmpty();
			});
		assertThat(made).hasValue(1);
		assertThat(output).doesNotContain("is invalid; keeping");
	}

	private static void await(CountDownLatch latch) {
		try {
			assertThat(latch.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new AssertionError(ex);
		}
	}

	/** As a thread of the common pool beside the class loader of a jar of Spring Boot. */
	@ParameterizedTest
	@ValueSource(strings = { "cache.caches.shop.type", "prefix-index.indexes.shops.type", "topic.topics.news.type",
			"task-queue.queues.mail.type", "limit-queue.queues.gifts.type" })
	void aThreadOfAnotherClassLoaderFindsTheTypesOfTheApplication(String property) {
		boolean sized = property.startsWith("limit-queue");
		TestContexts.connected()
			.withClassLoader(new OnlyHere())
			.withPropertyValues(LEASE + "=20s", "redis-components." + property + "=" + OnlyHere.TYPE,
					sized ? "redis-components.limit-queue.queues.gifts.length=3" : "")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				TestContexts.change(context, LEASE, "30s");
				Refresh refresh = refresh(context, (task) -> {
					Thread thread = new Thread(task);
					thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
					thread.start();
				});
				assertThat(refresh.refused()).isEmpty();
				assertThat(refresh.changed()).containsExactly("redis-components.lock");
			});
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aSourceOfPropertiesThatFailsIsRefused(boolean names) {
		TestContexts.connected().withPropertyValues(LEASE + "=20s").run((context) -> {
			Failing failing = new Failing(names);
			context.getEnvironment().getPropertySources().addFirst(failing);
			TestContexts.change(context, LEASE, "30s");
			failing.fails = true;
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().refused()).isNotEmpty()
				.allSatisfy((reason) -> assertThat(reason).contains("It is away"));
			context.publishEvent(new EnvironmentChangeEvent(Set.of(LEASE)));
			failing.fails = false;
			context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(context.getBean(RedisComponentsRefresher.class).standing()).isEmpty();
			assertThat(context.getBean(RedisComponentsRefresher.class).settings())
				.filteredOn((setting) -> setting.property().equals(LEASE))
				.singleElement()
				.satisfies((setting) -> assertThat(setting.value()).isEqualTo("30s"));
		});
	}

	static final class Customizing implements SettingsCustomizer<LockSettings> {

		private volatile Runnable action = () -> {
		};

		@Override
		public LockSettings customize(LockSettings settings) {
			this.action.run();
			return settings;
		}

	}

	static final class Semaphores implements SettingsCustomizer<SemaphoreSettings> {

		Semaphores(AtomicInteger made) {
			made.incrementAndGet();
		}

		@Override
		public SemaphoreSettings customize(SemaphoreSettings settings) {
			return settings;
		}

	}

	/** A source that another machine answers. */
	private static final class Failing extends EnumerablePropertySource<Object> {

		private final boolean names;

		private volatile boolean fails;

		Failing(boolean names) {
			super("failing", new Object());
			this.names = names;
		}

		@Override
		public String[] getPropertyNames() {
			check(this.names);
			return new String[] { "redis-components.key-prefix" };
		}

		@Override
		public Object getProperty(String name) {
			check(!this.names);
			return name.equals("redis-components.key-prefix") ? "shop" : null;
		}

		private void check(boolean here) {
			if (this.fails && here) {
				throw new IllegalStateException("It is away");
			}
		}

	}

	/** The class loader of a class that no other finds. */
	private static final class OnlyHere extends ClassLoader {

		static final String TYPE = "only.Here";

		OnlyHere() {
			super(RefreshFaultTests.class.getClassLoader());
		}

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			if (!name.equals(TYPE)) {
				throw new ClassNotFoundException(name);
			}
			ClassWriter writer = new ClassWriter(0);
			writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, TYPE.replace('.', '/'), null, "java/lang/Object", null);
			byte[] bytes = writer.toByteArray();
			return defineClass(name, bytes, 0, bytes.length);
		}

	}

}
