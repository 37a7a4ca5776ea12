// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.acl;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.autoconfigure.acl.RoundTrips.RoundTrip;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.messaging.GroupChat;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.Topics;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The round trips of queues and messages, see {@link RoundTrips}.
 */
final class QueueRoundTrips {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private QueueRoundTrips() {
	}

	static Map<String, RoundTrip> all() {
		return Map.of("LimitQueue", QueueRoundTrips::limitQueue, "StreamQueue", QueueRoundTrips::streamQueue,
				"TaskQueue", QueueRoundTrips::taskQueue, "DelayQueue", QueueRoundTrips::delayQueue, "Topic",
				QueueRoundTrips::topic, "Mailbox", QueueRoundTrips::mailbox, "GroupChat", QueueRoundTrips::groupChat);
	}

	private static void limitQueue(ApplicationContext beans) {
		LimitQueue<String> queue = beans.getBean(LimitQueues.class).get("gift", String.class);
		queue.offer("rose");
		queue.offer("cake");
		queue.offer("rose");
		assertThat(queue.newest(2)).containsExactly("rose", "cake");
		assertThat(queue.remove("cake")).isTrue();
		assertThat(queue.size()).isEqualTo(1);
		assertThat(queue.poll()).contains("rose");
		queue.length();
		queue.clear();
	}

	private static void streamQueue(ApplicationContext beans) {
		StreamQueue<String> queue = beans.getBean(StreamQueues.class).get("news", String.class);
		queue.publish("x");
		queue.stats();
		queue.groups();
		queue.deadLetters().size();
		queue.purge();
	}

	private static void taskQueue(ApplicationContext beans) throws Exception {
		TaskQueue<String> queue = beans.getBean(TaskQueues.class).get("mail", String.class);
		queue.enqueue("x");
		queue.poll(PATIENCE).orElseThrow().ack();
		queue.enqueue("y");
		queue.poll(PATIENCE).orElseThrow().reject("wrong");
		assertThat(queue.deadLetters().size()).isEqualTo(1);
		assertThat(queue.deadLetters().redriveAll()).isEqualTo(1);
		queue.poll(PATIENCE).orElseThrow().nack(Duration.ofMinutes(1));
		assertThat(queue.pending(null, 10).items()).hasSize(1);
		assertThat(queue.pause()).isTrue();
		assertThat(queue.isPaused()).isTrue();
		assertThat(queue.resume()).isTrue();
		queue.stats();
		queue.purge();
		queue.retire();
	}

	private static void delayQueue(ApplicationContext beans) throws Exception {
		DelayQueue<String> queue = beans.getBean(DelayQueues.class).get("due", String.class);
		String id = queue.schedule("x", Duration.ofMinutes(1)).id();
		assertThat(queue.reschedule(id, Duration.ofMinutes(2))).isPresent();
		assertThat(queue.peek(id)).isPresent();
		assertThat(queue.peek(10)).hasSize(1);
		assertThat(queue.waiting(null, 10).items()).hasSize(1);
		queue.delayStats();
		assertThat(queue.cancel(id)).isTrue();
		queue.schedule("y", Duration.ofMillis(1));
		queue.poll(PATIENCE).orElseThrow().ack();
		queue.stats();
		queue.purge();
	}

	private static void topic(ApplicationContext beans) throws Exception {
		Topic<String> topic = beans.getBean(Topics.class).get("news", String.class);
		var heard = new LinkedBlockingQueue<String>();
		Duration patience = beans.getEnvironment().getProperty(RoundTrips.PATIENCE, Duration.class, PATIENCE);
		try (var subscription = topic.subscribe(heard::add)) {
			assertThat(subscription.awaitActive(patience)).as("active").isTrue();
			topic.publish("x");
			assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo("x");
		}
	}

	private static void mailbox(ApplicationContext beans) {
		Mailbox<String> mailbox = beans.getBean(Mailboxes.class).get(String.class);
		mailbox.send("anna", "x");
		var batch = mailbox.fetch("anna", 10);
		assertThat(batch.mails()).hasSize(1);
		mailbox.acknowledge("anna", batch.mails().get(0).id());
		assertThat(mailbox.size("anna")).isZero();
		mailbox.clear("anna");
	}

	private static void groupChat(ApplicationContext beans) {
		GroupChat<String> chats = beans.getBean(GroupChats.class).get(String.class);
		assertThat(chats.create("trip", List.of("anna", "ben"))).isTrue();
		chats.join("trip", "carl");
		chats.send("trip", "ben", "x");
		assertThat(chats.fetch("anna", 10)).hasSize(1);
		chats.acknowledge("trip", "anna", 1);
		chats.unread("ben");
		chats.members("trip");
		chats.chats("anna");
		chats.repair("trip");
		chats.leave("trip", "carl");
	}

}
