// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.Test;

import org.springframework.integration.redis.util.RedisLockRegistry;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.migration.integration.AfterImport;
import io.github.rediscomponents.tutorial.migration.integration.BeforeImport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From Spring Integration's locks, with instances of neighbouring releases side by side.
 */
class LockRegistryTests extends Scene {

	private final RedisComponents components = opened(process().build());

	@Test
	void bothLocksExcludeTheReleaseBeforeAndTheReleaseAfter() throws InterruptedException {
		assertThat(before().run(() -> assertThat(bothRun()).isFalse())).isTrue();
		assertThat(after().run(() -> assertThat(bothRun()).isFalse())).isTrue();
		boolean ran = both().tryRun(Duration.ZERO, () -> {
			assertThat(elsewhere(() -> old().tryLock(0, TimeUnit.SECONDS))).isFalse();
			assertThat(this.components.locks().get("import").tryAcquire()).isEmpty();
		});
		assertThat(ran).isTrue();
		assertThat(before().run(() -> {
		})).as("released").isTrue();
		assertThat(after().run(() -> {
		})).as("released").isTrue();
	}

	private boolean bothRun() {
		return elsewhere(() -> both().tryRun(Duration.ZERO, () -> {
		}));
	}

	private BeforeImport before() {
		return new BeforeImport(registry());
	}

	private AfterImport after() {
		return new AfterImport(this.components.locks());
	}

	private BothLocks both() {
		return new BothLocks(old(), this.components.locks().get("import").asLock());
	}

	private Lock old() {
		return registry().obtain("import");
	}

	/** Of another instance. */
	private RedisLockRegistry registry() {
		RedisLockRegistry registry = new RedisLockRegistry(this.redis.getRequiredConnectionFactory(), "locks");
		opened(registry::destroy);
		return registry;
	}

}
