// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.tutorial.Pause;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.Trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Locks of the tutorials, and {@link DistributedLock} in the same scenes.
 */
class LockTests extends Scene {

	private static final Duration SHORT = Duration.ofMillis(300);

	/** Longer than a slow machine takes to sell one piece. */
	private static final Duration GUESS = Duration.ofMillis(1500);

	private static final Duration LONG = Duration.ofMinutes(1);

	@Test
	@Trace("SETNX, then EXPIRE")
	void setThenExpireBreaksWhenTheProcessDiesBetween() {
		SetThenExpireLock dying = new SetThenExpireLock(this.redis, () -> {
			throw new IllegalStateException("kill -9");
		});
		assertThatIllegalStateException().isThrownBy(() -> dying.tryLock("order"));
		assertThat(this.redis.getExpire("lock:order")).isEqualTo(-1);
		assertThat(new SetThenExpireLock(this.redis, Pause.NONE).tryLock("order")).isFalse();
	}

	@Test
	void leaseOfADeadProcessEnds() throws InterruptedException {
		RedisProxy proxy = opened(RedisProxy.to(this.server));
		DistributedLock dying = locks(opened(process(proxy).settings(ComponentType.LOCK, shortLeases()).build()));
		Lease lost = dying.get("order").acquire();
		proxy.freeze();
		try (Lease next = locks().get("order").tryAcquire(LONG).orElseThrow()) {
			assertThat(next.token()).isGreaterThan(lost.token());
		}
		assertThat(lost.lost().toCompletableFuture().join()).isEqualTo(LossReason.EXPIRED);
		proxy.thaw();
	}

	@Test
	@Trace("Unlock without an owner")
	void unlockWithoutOwnerBreaksTheLockOfAnother() {
		UnownedLock first = new UnownedLock(this.redis);
		UnownedLock second = new UnownedLock(this.redis);
		UnownedLock third = new UnownedLock(this.redis);
		assertThat(first.tryLock("order", SHORT)).isTrue();
		awaitExpiry(SHORT);
		assertThat(second.tryLock("order", LONG)).isTrue();
		first.unlock("order");
		assertThat(third.tryLock("order", LONG)).as("beside the second, which still works").isTrue();
	}

	@Test
	@Trace("GET, compare, DEL")
	void checkedUnlockBreaksTheLockOfAnotherBetweenItsCommands() {
		CheckedLock second = new CheckedLock(this.redis, "second", Pause.NONE);
		CheckedLock third = new CheckedLock(this.redis, "third", Pause.NONE);
		CheckedLock first = new CheckedLock(this.redis, "first", () -> {
			awaitExpiry(Duration.ofSeconds(2));
			assertThat(second.tryLock("order", LONG)).isTrue();
		});
		assertThat(first.tryLock("order", Duration.ofSeconds(2))).isTrue();
		first.unlock("order");
		assertThat(third.tryLock("order", LONG)).as("beside the second, which still works").isTrue();
	}

	@Test
	void releaseOfALostLeaseLeavesTheLockOfAnother() throws InterruptedException {
		RedisProxy proxy = opened(RedisProxy.to(this.server));
		DistributedLock stalled = locks(opened(process(proxy).settings(ComponentType.LOCK, shortLeases()).build()));
		Lease first = stalled.get("order").acquire();
		proxy.freeze();
		DistributedLock others = locks(opened(process().build()));
		Lease second = others.get("order").tryAcquire(LONG).orElseThrow();
		assertThat(first.lost().toCompletableFuture().join()).isEqualTo(LossReason.EXPIRED);
		proxy.thaw();
		assertThat(first.release()).isEqualTo(ReleaseResult.ALREADY_LOST);
		assertThat(others.get("order").tryAcquire()).isEmpty();
		assertThat(second.release()).isEqualTo(ReleaseResult.RELEASED);
	}

	@Test
	@Trace("A TTL that is a guess")
	void fixedLeaseBreaksWhenTheWorkIsSlow() {
		Stock stock = new Stock(1);
		FixedLeaseSale first = new FixedLeaseSale(new FixedLeaseLock(this.redis, "first"), stock, GUESS);
		FixedLeaseSale second = new FixedLeaseSale(new FixedLeaseLock(this.redis, "second"), stock, GUESS);
		List<Boolean> sold = new ArrayList<>();
		sold.add(first.buy(() -> {
			awaitExpiry(GUESS);
			sold.add(second.buy(Pause.NONE));
		}));
		assertThat(sold).containsExactly(true, true);
		assertThat(stock.orders()).as("orders for one piece").isEqualTo(2);
	}

	@Test
	void renewedLeaseOutlivesSlowWork() throws InterruptedException {
		Stock stock = new Stock(1);
		// A renewal may be late by two thirds of it.
		Duration lease = Duration.ofSeconds(4);
		LockSettings settings = LockSettings.defaults().withLease(lease);
		DistributedLock locks = locks(opened(process().settings(ComponentType.LOCK, settings).build()));
		// A grant that takes as long as the lease is none, and the first command
		// connects.
		locks.get("another").acquire().close();
		LeasedSale first = new LeasedSale(locks, stock);
		LeasedSale second = new LeasedSale(locks(), stock);
		List<Boolean> sold = new ArrayList<>();
		sold.add(first.buy(() -> {
			awaitExpiry(lease);
			sold.add(second.buy(Pause.NONE));
		}));
		assertThat(sold).containsExactly(false, true);
		assertThat(stock.orders()).isEqualTo(1);
	}

	@Test
	void lockCostsTwoScripts() throws InterruptedException {
		DistributedLock locks = locks(opened(process().build()));
		locks.get("order").acquire().close();
		assertThat(sent(() -> locks.get("order").tryAcquire().orElseThrow().close())).isEqualTo(Map.of("evalsha", 2L));
	}

	private DistributedLock locks() {
		return locks(opened(process().settings(ComponentType.LOCK, shortLeases()).build()));
	}

	private static DistributedLock locks(RedisComponents components) {
		return components.locks();
	}

	private static LockSettings shortLeases() {
		return LockSettings.defaults().withLease(Duration.ofSeconds(2));
	}

}
