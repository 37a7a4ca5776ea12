// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.support.PartOutcomeFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What exceptions of locks say when one of several calls is refused.
 */
class LockPartOutcomeTests extends PartOutcomeFixture {

	@ParameterizedTest
	@EnumSource
	void takeSeveralLocksAway(Refusal refusal) {
		DistributedLock locks = locks(sweptPort());
		DistributedLock looked = locks(this.calm);
		sweep(refusal, (n) -> acquire(looked, n), (n) -> assertThat(locks.all(names(n)).forceRelease()).isTrue(),
				(n) -> names(n).stream().map((name) -> looked.get(name).info().holder().isPresent()).toList());
	}

	@ParameterizedTest
	@EnumSource
	void makeSeveralLeasesLonger(Refusal refusal) {
		DistributedLock locks = locks(sweptPort());
		DistributedLock looked = locks(this.calm);
		List<Lease> leases = new ArrayList<>();
		sweep(refusal, (n) -> leases.add(acquire(locks, n)),
				(n) -> assertThat(leases.get(n).extend(Duration.ofHours(5))).isTrue(),
				(n) -> names(n).stream()
					.map((name) -> looked.get(name).info().remaining().compareTo(Duration.ofHours(2)) > 0)
					.toList());
	}

	@ParameterizedTest
	@EnumSource
	void takeALockAwayFromManyReaders(Refusal refusal) {
		DistributedLock locks = locks(sweptPort());
		DistributedLock looked = locks(this.calm);
		sweep(refusal, (n) -> {
			IntStream.range(0, 1200).forEach((i) -> looked.readWrite("lock" + n).read().tryAcquire().orElseThrow());
			assertThat(holders(n)).isEqualTo("1200");
		}, (n) -> assertThat(locks.readWrite("lock" + n).read().forceRelease()).isTrue(), this::holders);
	}

	private Object holders(int n) {
		return this.server.command("ZCARD", this.keys.key("lock", "lock" + n, "holders"));
	}

	private Lease acquire(DistributedLock locks, int n) {
		try {
			return locks.all(names(n)).tryAcquire(LockOptions.noWait().withLease(Duration.ofHours(1))).orElseThrow();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static List<String> names(int n) {
		return List.of("a" + n, "b" + n, "c" + n);
	}

	private DistributedLock locks(CommandPort redis) {
		DistributedLock locks = LettuceLocks.create(redis, this.keys, new LiveSettings<>(LockSettings.defaults()),
				this.background);
		this.open.add(locks);
		return locks;
	}

}
