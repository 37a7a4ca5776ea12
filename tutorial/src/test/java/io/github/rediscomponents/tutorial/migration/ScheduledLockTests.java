// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.util.concurrent.atomic.AtomicInteger;

import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.migration.shedlock.AfterReport;
import io.github.rediscomponents.tutorial.migration.shedlock.BeforeReport;
import io.github.rediscomponents.tutorial.migration.shedlock.BothReport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From ShedLock, with instances of neighbouring releases side by side.
 */
class ScheduledLockTests extends Scene {

	private final RedisComponents components = opened(process().build());

	private final AtomicInteger reports = new AtomicInteger();

	private final AnnotationConfigApplicationContext context = context();

	@Test
	void reportRunsOnceBesideTheReleaseBefore() throws InterruptedException {
		this.context.getBean(BeforeReport.class).report();
		this.context.getBean(BothReport.class).report();
		assertThat(this.reports).hasValue(1);
	}

	@Test
	void reportRunsOnceBesideTheReleaseAfter() throws InterruptedException {
		this.context.getBean(BothReport.class).report();
		this.context.getBean(AfterReport.class).report();
		assertThat(this.reports).hasValue(1);
	}

	@Test
	void reportRunsTwiceWithoutTheReleaseBetween() throws InterruptedException {
		this.context.getBean(BeforeReport.class).report();
		this.context.getBean(AfterReport.class).report();
		assertThat(this.reports).hasValue(2);
	}

	private AnnotationConfigApplicationContext context() {
		AnnotationConfigApplicationContext made = opened(new AnnotationConfigApplicationContext());
		made.registerBean(LockProvider.class, () -> new RedisLockProvider(this.redis.getRequiredConnectionFactory()));
		made.registerBean(DistributedLock.class, this.components::locks);
		made.registerBean(BeforeReport.class, () -> new BeforeReport(this.reports::incrementAndGet));
		made.registerBean(BothReport.class,
				() -> new BothReport(this.components.locks(), this.reports::incrementAndGet));
		made.registerBean(AfterReport.class,
				() -> new AfterReport(this.components.locks(), this.reports::incrementAndGet));
		made.register(Locking.class);
		made.refresh();
		return made;
	}

	@EnableSchedulerLock(defaultLockAtMostFor = "10m")
	static class Locking {

	}

}
