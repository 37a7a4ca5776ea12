// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What is told of locks that are held, wherever they are kept.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(TestedLock.class)
class LockActivityTests extends LockFixture {

	LockActivityTests(TestedLock tested) {
		super(tested);
	}

	@Test
	void tellsAnotherProcessHowLongALockIsHeld() {
		Lease lease = lock().tryAcquire().orElseThrow();
		NamedLock there = lock();
		if (this.tested.isRedisson()) {
			assertThat(there.info().age()).isZero();
		}
		else {
			await().atMost(PATIENCE).until(() -> there.info().age().compareTo(Duration.ofMillis(300)) > 0);
			assertThat(there.info().age()).isLessThan(PATIENCE);
		}
		lease.release();
		assertThat(there.info().age()).isZero();
	}

	@Test
	void countsAllAndNamesTheOldest() {
		DistributedLock locks = process(SETTINGS, LockObserver.NONE);
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < 150; i++) {
			leases.add(locks.get(this.name + i).tryAcquire().orElseThrow());
		}
		LockActivity activity = locks.activity(20);
		assertThat(activity.heldTotal()).isEqualTo(150);
		assertThat(activity.held()).extracting(LockActivity.Held::id)
			.containsExactlyElementsOf(leases.subList(0, 20).stream().map(Lease::id).toList());
		assertThat(activity.waiting()).isEmpty();
		assertThat(locks.activity(0).held()).isEmpty();
		assertThat(locks.activity(0).heldTotal()).isEqualTo(150);
		leases.subList(0, 5).forEach(Lease::release);
		assertThat(locks.activity(1).held().get(0).id()).isEqualTo(leases.get(5).id());
		assertThat(locks.activity().held()).hasSize(145);
		assertThatIllegalArgumentException().isThrownBy(() -> locks.activity(-1));
		leases.forEach(Lease::release);
		assertThat(locks.activity()).isEqualTo(new LockActivity(List.of(), List.of()));
	}

}
