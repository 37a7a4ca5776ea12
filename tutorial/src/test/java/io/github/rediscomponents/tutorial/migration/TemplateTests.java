// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.id.IdLayout;
import io.github.rediscomponents.id.IdSettings;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.id.DateIncrIds;
import io.github.rediscomponents.tutorial.migration.template.AfterLock;
import io.github.rediscomponents.tutorial.migration.template.AfterMails;
import io.github.rediscomponents.tutorial.migration.template.AfterShops;
import io.github.rediscomponents.tutorial.migration.template.AfterUnpaid;
import io.github.rediscomponents.tutorial.migration.template.BeforeLock;
import io.github.rediscomponents.tutorial.migration.template.BeforeMails;
import io.github.rediscomponents.tutorial.migration.template.BeforeShops;
import io.github.rediscomponents.tutorial.migration.template.BeforeUnpaid;
import io.github.rediscomponents.tutorial.migration.template.BothLocks;
import io.github.rediscomponents.tutorial.migration.template.BothShops;
import io.github.rediscomponents.tutorial.migration.template.MovedDelays;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From code on a template, with instances of neighbouring releases side by side.
 */
class TemplateTests extends Scene {

	private final RedisComponents components = opened(process().build());

	private final List<String> received = new CopyOnWriteArrayList<>();

	@Test
	void bothLocksExcludeTheReleaseBeforeAndTheReleaseAfter() {
		BeforeLock old = new BeforeLock(this.redis);
		AfterLock ours = new AfterLock(this.components.locks());
		BothLocks both = new BothLocks(old, ours);
		assertThat(old.tryRun("order", () -> !both.tryRun("order", () -> true))).isTrue();
		assertThat(ours.tryRun("order", () -> !both.tryRun("order", () -> true))).isTrue();
		assertThat(both.tryRun("order", () -> !old.tryRun("order", () -> true) && !ours.tryRun("order", () -> true)
				&& !both.tryRun("order", () -> true)))
			.isTrue();
		assertThat(old.tryRun("order", () -> ours.tryRun("order", () -> true))).as("released").isTrue();
	}

	@Test
	void invalidationOfBothCachesReachesBothReleases() {
		AtomicReference<String> row = new AtomicReference<>("red");
		BeforeShops old = new BeforeShops(this.redis, (id) -> row.get());
		AfterShops ours = new AfterShops(this.components.caches(), (id) -> row.get());
		BothShops both = new BothShops(old, ours);
		TypedCache<Long, String> shops = this.components.caches().cache(CacheSpec.of("shop", Long.class, String.class));
		assertThat(List.of(old.find(1), both.find(1))).containsOnly("red");
		eventually().until(() -> ours.find(1).equals("red") && shops.peek(1L).isHit());
		row.set("blue");
		old.changed(1);
		assertThat(both.find(1)).isEqualTo("blue");
		assertThat(shops.peek(1L).value()).as("an old instance does not reach the release after").isEqualTo("red");
		row.set("green");
		both.changed(1);
		assertThat(List.of(old.find(1), both.find(1), ours.find(1))).containsOnly("green");
	}

	@Test
	void listIsDrainedBeforeItsConsumerStops() {
		BeforeMails old = new BeforeMails(this.redis);
		AfterMails ours = new AfterMails(
				this.components.taskQueues().get("mails", String.class, WorkQueueSettings.defaults()));
		old.send("1");
		try (QueueSubscription handling = ours.handle(this.received::add)) {
			assertThat(handling.isRunning()).isTrue();
			ours.send("2");
			old.send("3");
			while (!old.isDrained()) {
				old.handleNext(this.received::add);
			}
			eventually().until(() -> this.received.size() == 3);
		}
		assertThat(this.received).containsExactlyInAnyOrder("1", "2", "3");
	}

	@Test
	void delayedTasksMoveWithTheirTimes() {
		Instant due = Instant.ofEpochMilli(System.currentTimeMillis()).plus(Duration.ofDays(30));
		this.redis.opsForZSet().add("unpaid", "1", 0);
		this.redis.opsForZSet().add("unpaid", "2", due.toEpochMilli());
		DelayQueue<String> unpaid = this.components.delayQueues()
			.get("unpaid", String.class, WorkQueueSettings.defaults());
		assertThat(new MovedDelays(this.redis, unpaid).moveNext()).isFalse();
		opened(unpaid.subscribe((delivery) -> this.received.add(delivery.value()), SubscribeOptions.DEFAULTS));
		eventually().until(() -> this.received.contains("1"));
		assertThat(unpaid.peek("2").orElseThrow().due()).isEqualTo(due);
	}

	@Test
	void delayedTaskThatIsMovedTwiceWaitsOnce() {
		DelayQueue<String> unpaid = this.components.delayQueues()
			.get("unpaid", String.class, WorkQueueSettings.defaults());
		for (int i = 0; i < 2; i++) {
			this.redis.opsForZSet().add("unpaid", "1", System.currentTimeMillis() + 3_600_000d);
			new MovedDelays(this.redis, unpaid).moveNext();
		}
		assertThat(unpaid.size()).isEqualTo(1);
	}

	@Test
	void unpaidOrderIsClosedBeforeAndAfter() {
		BeforeUnpaid before = new BeforeUnpaid(this.redis);
		before.ordered("1", Duration.ZERO);
		before.ordered("2", Duration.ZERO);
		before.ordered("3", Duration.ofHours(1));
		before.paid("2");
		eventually().until(() -> {
			before.closeDue(this.received::add);
			return this.received.contains("1");
		});
		assertThat(this.received).containsExactly("1");
		AfterUnpaid after = new AfterUnpaid(
				this.components.delayQueues().get("unpaid", String.class, WorkQueueSettings.defaults()));
		after.ordered("4", Duration.ofMillis(1));
		after.ordered("5", Duration.ofHours(1));
		after.paid("5");
		opened(after.closeDue(this.received::add));
		eventually().until(() -> this.received.contains("4"));
		assertThat(this.received).containsExactly("1", "4");
	}

	@Test
	void classicIdsFollowThoseOfTheOldGenerator() {
		Instant epoch = Instant.parse("2022-01-01T00:00:00Z");
		long old = new DateIncrIds(this.redis, Clock.systemUTC()).nextId("order");
		RedisComponents classic = opened(
				process().settings(ComponentType.ID, IdSettings.defaults().withLayout(IdLayout.CLASSIC, epoch))
					.build());
		assertThat(classic.ids().nextId("order")).isGreaterThan(old);
	}

}
