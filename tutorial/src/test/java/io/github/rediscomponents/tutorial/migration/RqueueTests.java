// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import com.github.sonus21.rqueue.core.RqueueMessageEnqueuer;
import com.github.sonus21.rqueue.spring.boot.RqueueListenerAutoConfig;
import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.migration.rqueue.AfterMails;
import io.github.rediscomponents.tutorial.migration.rqueue.Mail;
import io.github.rediscomponents.tutorial.migration.rqueue.OldMails;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From Rqueue, with both consumers side by side.
 */
class RqueueTests extends Scene {

	private final RedisComponents components = opened(process().build());

	private final List<Mail> sent = new CopyOnWriteArrayList<>();

	@Test
	void queueIsDrainedBesideTheNewListener() {
		AnnotationConfigApplicationContext context = rqueue();
		RqueueMessageEnqueuer old = context.getBean(RqueueMessageEnqueuer.class);
		WorkQueueSettings settings = WorkQueueSettings.defaults();
		TaskQueue<Mail> tasks = this.components.taskQueues().get("mail", Mail.class, settings);
		DelayQueue<Mail> delayed = this.components.delayQueues().get("mail", Mail.class, settings);
		AfterMails ours = new AfterMails(tasks, delayed, this.sent::add);
		opened(tasks.subscribe((delivery) -> ours.handle(delivery.value()), SubscribeOptions.DEFAULTS));
		assertThat(old.enqueue("mail", new Mail("anna"))).isNotNull();
		assertThat(old.enqueueIn("mail", new Mail("ben"), Duration.ofMillis(300))).isNotNull();
		ours.send(new Mail("cleo"));
		ours.remind(new Mail("dora"));
		OldMails draining = context.getBean(OldMails.class);
		eventually().until(() -> this.sent.size() == 3 && draining.isDrained());
		assertThat(this.sent).containsExactlyInAnyOrder(new Mail("anna"), new Mail("ben"), new Mail("cleo"));
		assertThat(delayed.size()).isEqualTo(1);
	}

	@Test
	void queueIsNotDrainedWhileAMailWaits() {
		AnnotationConfigApplicationContext context = rqueue();
		RqueueMessageEnqueuer old = context.getBean(RqueueMessageEnqueuer.class);
		assertThat(old.enqueueIn("mail", new Mail("anna"), Duration.ofDays(1))).isNotNull();
		assertThat(context.getBean(OldMails.class).isDrained()).isFalse();
	}

	private AnnotationConfigApplicationContext rqueue() {
		AnnotationConfigApplicationContext context = opened(new AnnotationConfigApplicationContext());
		Consumer<Mail> smtp = this.sent::add;
		context.registerBean(RedisConnectionFactory.class, this.redis::getRequiredConnectionFactory);
		context.registerBean(OldMails.class, () -> new OldMails(this.redis, smtp));
		context.register(RqueueListenerAutoConfig.class);
		context.refresh();
		return context;
	}

}
