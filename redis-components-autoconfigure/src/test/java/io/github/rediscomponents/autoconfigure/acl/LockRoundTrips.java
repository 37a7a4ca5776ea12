// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.springframework.context.ApplicationContext;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.acl.RoundTrips.RoundTrip;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.fencing.FencedValue;
import io.github.rediscomponents.lock.fencing.FencedValues;
import io.github.rediscomponents.lock.fencing.FencedWrite;
import io.github.rediscomponents.lock.quorum.QuorumLock;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreOptions;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The round trips of locks, see {@link RoundTrips}.
 */
final class LockRoundTrips {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private LockRoundTrips() {
	}

	static Map<String, RoundTrip> all() {
		return Map.of("DistributedLock", LockRoundTrips::lock, "DistributedSemaphore", LockRoundTrips::semaphore,
				"QuorumLock", LockRoundTrips::quorumLock, "FencedValues", LockRoundTrips::fencedValues);
	}

	private static void lock(ApplicationContext beans) throws Exception {
		DistributedLock locks = beans.getBean(DistributedLock.class);
		for (NamedLock lock : List.of(locks.get("a"), locks.fair("b"), locks.readWrite("c").read(),
				locks.readWrite("c").write())) {
			use(lock);
		}
		assertThat(locks.get("a").tryAcquire()).isPresent();
		assertThat(locks.get("a").forceRelease()).isTrue();
	}

	private static void use(NamedLock lock) throws Exception {
		Lease lease = lock.tryAcquire(PATIENCE).orElseThrow();
		assertThat(lease.extend(Duration.ofMinutes(1))).isTrue();
		lock.info();
		lease.release();
	}

	private static void semaphore(ApplicationContext beans) throws Exception {
		NamedSemaphore semaphore = beans.getBean(DistributedSemaphore.class).get("printer", SemaphoreOptions.of(2));
		Permit permit = semaphore.tryAcquire(1, PATIENCE).orElseThrow();
		assertThat(permit.extend(Duration.ofMinutes(1))).isTrue();
		assertThat(semaphore.available()).isEqualTo(1);
		assertThat(semaphore.holders()).hasSize(1);
		permit.release();
	}

	private static void quorumLock(ApplicationContext beans) throws Exception {
		QuorumLock quorum = beans.getBean(QuorumLock.class);
		use(quorum.get("a"));
		Lease lease = quorum.get("a").tryAcquire(PATIENCE).orElseThrow();
		assertThat(quorum.get("a").info().held()).isTrue();
		assertThat(quorum.get("a").tryAcquire()).isEmpty();
		assertThat(lease.release()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(quorum.get("a").tryAcquire()).isPresent();
		assertThat(quorum.get("a").forceRelease()).isTrue();
	}

	private static void fencedValues(ApplicationContext beans) {
		FencedValues<String> values = FencedValues.create(beans.getBean(RedisPort.class), beans.getBean(KeySpace.class),
				ValueCodecs.json().codec(String.class), Duration.ofHours(1), Duration.ofHours(1));
		assertThat(values.raise("stock", 2)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.set("stock", "old", 1)).isEqualTo(FencedWrite.REFUSED);
		assertThat(values.set("stock", "new", 3)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.get("stock").map(FencedValue::value)).isEqualTo(Optional.of("new"));
		assertThat(values.raise("stock", 4)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.delete("stock", 5)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.get("stock")).isEmpty();
	}

}
