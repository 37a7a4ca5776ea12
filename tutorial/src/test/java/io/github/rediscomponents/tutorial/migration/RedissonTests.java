// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.redisson.Redisson;
import org.redisson.api.RBloomFilter;
import org.redisson.api.RLock;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RSemaphore;
import org.redisson.api.RTopic;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.client.codec.StringCodec;
import org.redisson.config.Config;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.PolicyLimiter;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicSubscription;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.migration.redisson.AfterDelayQueue;
import io.github.rediscomponents.tutorial.migration.redisson.AfterExports;
import io.github.rediscomponents.tutorial.migration.redisson.AfterIds;
import io.github.rediscomponents.tutorial.migration.redisson.AfterLimit;
import io.github.rediscomponents.tutorial.migration.redisson.AfterLock;
import io.github.rediscomponents.tutorial.migration.redisson.AfterProducts;
import io.github.rediscomponents.tutorial.migration.redisson.AfterPrices;
import io.github.rediscomponents.tutorial.migration.redisson.AfterUsers;
import io.github.rediscomponents.tutorial.migration.redisson.BeforeDelayedQueue;
import io.github.rediscomponents.tutorial.migration.redisson.BeforeExports;
import io.github.rediscomponents.tutorial.migration.redisson.BeforeIds;
import io.github.rediscomponents.tutorial.migration.redisson.BeforeLimit;
import io.github.rediscomponents.tutorial.migration.redisson.BeforeLock;
import io.github.rediscomponents.tutorial.migration.redisson.BeforeProducts;
import io.github.rediscomponents.tutorial.migration.redisson.BeforePrices;
import io.github.rediscomponents.tutorial.migration.redisson.BeforeUsers;
import io.github.rediscomponents.tutorial.migration.redisson.BothFilters;
import io.github.rediscomponents.tutorial.migration.redisson.BothPermits;
import io.github.rediscomponents.tutorial.migration.redisson.BothTopics;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From Redisson, with instances of neighbouring releases side by side.
 */
class RedissonTests extends Scene {

	private static final Duration NO_WAIT = Duration.ZERO;

	private final RedissonClient redisson = redisson();

	private final RedisComponents components = opened(process().build());

	private final List<String> received = new CopyOnWriteArrayList<>();

	@Test
	void locksOfBothDoNotExcludeEachOther() throws InterruptedException {
		AtomicReference<Boolean> beside = new AtomicReference<>();
		boolean paid = new BeforeLock(this.redisson).pay(7,
				() -> beside.set(elsewhere(() -> new AfterLock(this.components.locks()).pay(7, this::nothing))));
		assertThat(paid).isTrue();
		assertThat(beside.get()).as("at the same time").isTrue();
	}

	@Test
	void bothLocksExcludeTheReleaseBeforeAndTheReleaseAfter() throws InterruptedException {
		RLock old = this.redisson.getLock("order:7");
		BothLocks both = bothLocks();
		old.lock();
		assertThat(elsewhere(() -> both.tryRun(NO_WAIT, this::nothing))).as("beside the old lock").isFalse();
		old.unlock();
		try (Lease ours = this.components.locks().get("order:7").acquire()) {
			assertThat(ours.isValid()).isTrue();
			assertThat(elsewhere(() -> both.tryRun(NO_WAIT, this::nothing))).as("beside ours").isFalse();
			assertThat(old.isLocked()).as("given back").isFalse();
		}
		boolean ran = both.tryRun(NO_WAIT, () -> {
			assertThat(elsewhere(() -> this.redisson.getLock("order:7").tryLock(0, TimeUnit.SECONDS))).isFalse();
			assertThat(this.components.locks().get("order:7").tryAcquire()).isEmpty();
			assertThat(elsewhere(() -> bothLocks().tryRun(NO_WAIT, this::nothing))).isFalse();
		});
		assertThat(ran).isTrue();
		assertThat(old.isLocked()).isFalse();
		assertThat(this.components.locks().get("order:7").tryAcquire()).isPresent();
	}

	@Test
	void bothPermitsCountInBothSemaphores() throws InterruptedException {
		RSemaphore old = this.redisson.getSemaphore("export");
		old.trySetPermits(1);
		NamedSemaphore ours = this.components.semaphores().get("export", SemaphoreOptions.of(1));
		BothPermits both = new BothPermits(old, ours);
		old.acquire();
		assertThat(both.tryRun(NO_WAIT, this::nothing)).isFalse();
		old.release();
		try (Permit permit = ours.acquire()) {
			assertThat(permit.isValid()).isTrue();
			assertThat(both.tryRun(NO_WAIT, this::nothing)).isFalse();
			assertThat(old.availablePermits()).as("given back").isEqualTo(1);
		}
		assertThat(both.tryRun(NO_WAIT, () -> {
			assertThat(old.tryAcquire()).isFalse();
			assertThat(ours.tryAcquire()).isEmpty();
		})).isTrue();
		assertThat(old.availablePermits()).isEqualTo(1);
		assertThat(ours.available()).isEqualTo(1);
	}

	@Test
	void threeExportsBeforeAndAfter() {
		BeforeExports before = new BeforeExports(this.redisson);
		AfterExports after = new AfterExports(this.components.semaphores());
		assertThat(before
			.export(() -> before.export(() -> before.export(() -> assertThat(before.export(this::nothing)).isFalse()))))
			.isTrue();
		assertThat(after
			.export(() -> after.export(() -> after.export(() -> assertThat(after.export(this::nothing)).isFalse()))))
			.isTrue();
	}

	@Test
	void bothLimitsAdmitNoMoreThanTheLimit() {
		RRateLimiter old = this.redisson.getRateLimiter("sum");
		old.trySetRate(RateType.OVERALL, 3, Duration.ofHours(1));
		PolicyLimiter ours = this.components.rateLimiter()
			.policy(RatePolicy.of("sum", Limit.slidingWindow(3, Duration.ofHours(1))));
		BothLimits both = new BothLimits((subject) -> old.tryAcquire(), ours);
		assertThat(old.tryAcquire()).as("an old instance").isTrue();
		assertThat(Stream.generate(() -> both.tryAcquire("anna")).limit(4)).containsExactly(true, true, false, false);
		assertThat(ours.peek("anna").remaining()).as("the refused ones were given back").isEqualTo(1);
	}

	@Test
	void oneCodeAMinuteBeforeAndAfter() {
		BeforeLimit before = new BeforeLimit(this.redisson);
		assertThat(List.of(before.maySend("1"), before.maySend("1"), before.maySend("2"))).containsExactly(true, false,
				true);
		AfterLimit after = new AfterLimit(this.components.rateLimiter());
		assertThat(List.of(after.maySend("1"), after.maySend("1"), after.maySend("2"))).containsExactly(true, false,
				true);
	}

	@Test
	void delayedQueueIsDrainedBeforeItsConsumerStops() throws InterruptedException {
		BeforeDelayedQueue old = new BeforeDelayedQueue(this.redisson);
		AfterDelayQueue ours = new AfterDelayQueue(
				this.components.delayQueues().get("unpaid", String.class, WorkQueueSettings.defaults()));
		old.ordered("1", Duration.ofMillis(1));
		old.ordered("2", Duration.ofMillis(300));
		old.ordered("paid", Duration.ofHours(1));
		ours.ordered("3", Duration.ofMillis(1));
		try (QueueSubscription closing = ours.close(this.received::add)) {
			assertThat(closing.isRunning()).isTrue();
			assertThat(ours.paid("paid") | old.paid("paid")).isTrue();
			while (!old.isDrained()) {
				old.closeNext(this.received::add);
			}
			eventually().until(() -> this.received.size() == 3);
		}
		assertThat(this.received).containsExactlyInAnyOrder("1", "2", "3");
	}

	@Test
	void invalidationOfBothCachesReachesBothReleases() {
		AtomicReference<String> row = new AtomicReference<>("red");
		BeforeProducts old = new BeforeProducts(this.redisson, (id) -> row.get());
		AfterProducts ours = new AfterProducts(this.components.caches(), (id) -> row.get());
		TypedCache<Long, String> products = this.components.caches()
			.cache(CacheSpec.of("product", Long.class, String.class));
		assertThat(old.find(1)).isEqualTo("red");
		eventually().until(() -> ours.find(1).equals("red") && products.peek(1L).isHit());
		row.set("blue");
		old.changed(1);
		assertThat(old.find(1)).isEqualTo("blue");
		assertThat(products.peek(1L).value()).as("an old instance does not reach it").isEqualTo("red");
		ours.changed(1);
		assertThat(List.of(old.find(1), ours.find(1))).containsOnly("blue");
	}

	@Test
	void filterThatIsBuiltBesideTheOldOneHasAllElements() throws InterruptedException {
		RBloomFilter<String> old = this.redisson.getBloomFilter("users");
		old.tryInit(1000, 0.01);
		BloomFilter ours = this.components.bloomFilters()
			.get("users", BloomFilterSettings.of(1000).withSettle(Duration.ZERO));
		BothFilters both = new BothFilters(old, ours);
		both.add("1");
		assertThat(ours.test("1")).as("before it is built").isEqualTo(Membership.UNKNOWN);
		assertThat(both.build(() -> Stream.of("1").peek((user) -> both.add("2")))).isTrue();
		both.add("3");
		assertThat(Stream.of("1", "2", "3").map(both::mightContain)).containsOnly(true);
		assertThat(ours.testAll(List.of("1", "2", "3"))).containsOnly(Membership.MAYBE);
	}

	@Test
	void takenNamesBeforeAndAfter() throws InterruptedException {
		RBloomFilter<String> old = this.redisson.getBloomFilter("users");
		old.tryInit(1000, 0.01);
		BeforeUsers before = new BeforeUsers(old);
		before.added("anna");
		assertThat(before.mayBeTaken("anna")).isTrue();
		assertThat(before.mayBeTaken("ben")).isFalse();
		BloomFilter ours = this.components.bloomFilters().get("users", BloomFilterSettings.of(1000));
		ours.create();
		AfterUsers after = new AfterUsers(ours);
		after.added("anna");
		assertThat(after.mayBeTaken("anna")).isTrue();
		assertThat(after.mayBeTaken("ben")).isFalse();
		this.server.flushAll();
		assertThat(before.mayBeTaken("anna")).as("lost, and said to be free").isFalse();
		assertThat(after.mayBeTaken("anna")).as("lost, and unknown").isTrue();
	}

	@Test
	void listenerToBothTopicsReceivesEachMessageOnce() throws InterruptedException {
		RTopic old = this.redisson.getTopic("prices");
		Topic<String> ours = this.components.topics().get("prices", String.class);
		BothTopics both = new BothTopics(old, ours);
		awaitActive(both.subscribe(this.received::add));
		old.publish("of the release before");
		both.publish("of this release");
		ours.publish("of the release after");
		eventually().until(() -> this.received.size() == 3);
		assertThat(this.received).containsExactlyInAnyOrder("of the release before", "of this release",
				"of the release after");
	}

	@Test
	void pricesReachTheListenerBeforeAndAfter() throws InterruptedException {
		BeforePrices before = new BeforePrices(this.redisson.getTopic("prices"));
		before.subscribe(this.received::add);
		before.publish("7");
		eventually().until(() -> this.received.equals(List.of("7")));
		AfterPrices after = new AfterPrices(this.components.topics().get("prices", String.class));
		awaitActive(after.subscribe(this.received::add));
		after.publish("8");
		eventually().until(() -> this.received.equals(List.of("7", "8")));
	}

	@Test
	void idsOfBothNeverMeet() {
		BeforeIds before = new BeforeIds(this.redisson);
		AfterIds after = new AfterIds(this.components.ids());
		assertThat(after.next()).isGreaterThan(1L << 53).isGreaterThan(before.next() + 1_000_000_000_000L);
	}

	/** What is published before is not heard. */
	private void awaitActive(TopicSubscription subscription) throws InterruptedException {
		assertThat(opened(subscription).awaitActive(Duration.ofMinutes(1))).isTrue();
	}

	private BothLocks bothLocks() {
		return new BothLocks(this.redisson.getLock("order:7"), this.components.locks().get("order:7").asLock());
	}

	private RedissonClient redisson() {
		Config config = new Config().setCodec(StringCodec.INSTANCE);
		config.useSingleServer()
			.setAddress(this.server.uri())
			.setConnectionMinimumIdleSize(1)
			.setSubscriptionConnectionMinimumIdleSize(1);
		RedissonClient client = Redisson.create(config);
		opened(client::shutdown);
		return client;
	}

	private void nothing() {
		// The work.
	}

}
