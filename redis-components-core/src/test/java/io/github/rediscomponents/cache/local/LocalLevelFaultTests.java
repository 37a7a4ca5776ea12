// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LosingReaderFixture;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a local level serves when messages are lost, late or impossible: never longer than
 * it says what was changed.
 */
@StandaloneAndCluster
class LocalLevelFaultTests extends LosingReaderFixture {

	private final ExecutorService threads = Executors.newCachedThreadPool();

	LocalLevelFaultTests(RedisTopology topology) {
		super(topology);
	}

	@AfterEach
	void endThreads() {
		this.threads.shutdownNow();
	}

	@Test
	void noticesAMessageThatWasLostWhenItsSenderDies() {
		AtomicBoolean dead = new AtomicBoolean();
		serveOutdated("k", "old", EntryOptions.defaults(), () -> {
			dead.set(false);
			return (message) -> dead.get() || (message.startsWith("V") && dead.compareAndSet(false, true));
		}, () -> this.cache.put("k", "new"));
		await().until(() -> this.there.get("k", this::load).equals("new"));
		assertThat(dead).isTrue();
	}

	@Test
	void noticesThatASingleMessageWasLost() {
		for (int i = 0; i < CampaignScale.times(3); i++) {
			String old = "old " + i;
			String fresh = "new " + i;
			AtomicInteger swallowed = new AtomicInteger();
			serveOutdated("k", old, EntryOptions.defaults(), () -> {
				swallowed.set(0);
				return (message) -> message.startsWith("V") && swallowed.getAndIncrement() == 0;
			}, () -> this.cache.put("k", fresh));
			long began = System.nanoTime();
			await().pollInterval(Duration.ofMillis(2)).until(() -> this.there.get("k", this::load).equals(fresh));
			System.out.println("A lost message was noticed after " + Duration.ofNanos(System.nanoTime() - began));
			assertThat(swallowed).hasPositiveValue();
		}
	}

	@Test
	void noticesThatAMessageAndItsFirstAnnouncementWereLost() {
		AtomicInteger swallowed = new AtomicInteger();
		serveOutdated("k", "old", EntryOptions.defaults(), () -> {
			swallowed.set(0);
			return (message) -> message.startsWith("V") ? swallowed.compareAndSet(0, 1)
					: (message.startsWith("M") || message.startsWith("A")) && swallowed.compareAndSet(1, 2);
		}, () -> this.cache.put("k", "new"));
		await().until(() -> this.there.get("k", this::load).equals("new"));
		await().untilAsserted(() -> assertThat(swallowed).hasValue(2));
	}

	@Test
	void asksRedisOnceNothingArrivesAnyMore() {
		keep("k", "v0", EntryOptions.defaults());
		this.lost.set((message) -> true);
		long began = System.nanoTime();
		this.cache.put("k", "v1");
		await().pollInterval(Duration.ofMillis(2)).until(() -> this.there.get("k", this::load).equals("v1"));
		System.out.println("A silent connection was noticed after " + Duration.ofNanos(System.nanoTime() - began));
		assertThat(this.reader.client.localLevelState()).isNotEqualTo(LocalLevelState.UP);
		for (int i = 2; i < 300; i++) {
			this.cache.put("k", "v" + i);
			assertThat(this.there.get("k", this::load)).isEqualTo("v" + i);
		}
		this.lost.set((message) -> false);
		await().atMost(Duration.ofMinutes(1)).until(() -> this.reader.client.localLevelState() == LocalLevelState.UP);
		assertThat(this.there.get("k", this::load)).isEqualTo("v299");
	}

	@Test
	void servesNothingOldAfterItsConnectionWasKilled() {
		for (int i = 0; i < CampaignScale.times(5); i++) {
			String old = "old " + i;
			String fresh = "new " + i;
			this.cache.put("k", old);
			await().until(() -> this.there.get("k", this::load).equals(old));
			server().nodes().forEach((node) -> node.command("CLIENT", "KILL", "TYPE", "pubsub"));
			this.cache.put("k", fresh);
			await().atMost(Duration.ofMinutes(1))
				.until(() -> this.reader.client.localLevelState() == LocalLevelState.DOWN
						|| this.there.get("k", this::load).equals(fresh));
			assertThat(this.there.get("k", this::load)).isEqualTo(fresh);
			await().atMost(Duration.ofMinutes(1))
				.until(() -> this.reader.client.localLevelState() == LocalLevelState.UP);
			assertThat(this.there.get("k", this::load)).isEqualTo(fresh);
			assertThat(this.there.get("k", this::load)).isEqualTo(fresh);
		}
	}

	@Test
	void aChangeWhileARedisReadIsUnderWayIsNotKeptOut() throws Exception {
		AtomicReference<Runnable> after = new AtomicReference<>(() -> {
		});
		try (CommandPort port = newPort()) {
			CommandPort interrupted = InterceptedPort.of(port, (method, args, real) -> {
				Object reply = real.proceed();
				Runnable now = () -> after.getAndSet(() -> {
				}).run();
				if (method.getName().equals("callAsync")) {
					return ((CompletionStage<?>) reply).thenApplyAsync((read) -> {
						now.run();
						return read;
					}, this.threads);
				}
				if (method.getName().equals("call")) {
					now.run();
				}
				return reply;
			});
			CommandPort same = InterceptedPort.of(interrupted,
					(method, args, real) -> method.getName().equals("withTimeout") ? interrupted : real.proceed());
			try (TestCaches slow = this.caches.alsoOn(same)) {
				TypedCache<String, String> interruptedly = seenBy(slow.texts("c"));
				slow.awaitUp();
				for (int i = 0; i < CampaignScale.times(100); i++) {
					String old = "old " + i;
					String fresh = "new " + i;
					this.cache.put("k", old);
					// The reply with the old value is here, and the change is heard
					// before it is kept.
					after.set(() -> {
						this.cache.put("k", fresh);
						await().pollInterval(Duration.ofMillis(1))
							.until(() -> this.there.peek("k").value().equals(fresh));
					});
					interruptedly.get("k", this::load);
					// If the read went out with that of the generation.
					after.getAndSet(() -> {
					}).run();
					await().pollInterval(Duration.ofMillis(1))
						.until(() -> interruptedly.get("k", this::load).equals(fresh));
				}
			}
		}
	}

}
