// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import org.springframework.data.redis.connection.stream.ReadOffset;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.listener.RedisMessageListenerContainer;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.Trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Queues of the tutorials, and the queues of the components in the same scenes.
 */
class QueueTests extends Scene {

	private static final WorkQueueSettings SETTINGS = WorkQueueSettings.defaults()
		.withBackoff(Duration.ZERO, Duration.ofSeconds(1))
		.withMaxDeliveries(3);

	/** Where a worker dies. */
	private static final WorkQueueSettings SHORT = SETTINGS.withVisibility(Duration.ofSeconds(1));

	private static final Duration LONG = Duration.ofSeconds(30);

	private final List<String> handled = new CopyOnWriteArrayList<>();

	@Test
	@Trace("Orders in a BlockingQueue")
	void blockingQueueBreaksWhenTheProcessRestarts() {
		this.redis.opsForValue().set("stock", "3");
		BlockingQueueSale sale = new BlockingQueueSale(this.redis, new ArrayBlockingQueue<>(1024));
		assertThat(List.of(sale.buy("anna"), sale.buy("ben"), sale.buy("cleo"))).containsOnly(true);
		BlockingQueue<String> afterRestart = new ArrayBlockingQueue<>(1024);
		assertThat(new BlockingQueueSale(this.redis, afterRestart).buy("dora")).isFalse();
		assertThat(afterRestart).as("orders to store").isEmpty();
		assertThat(this.redis.opsForValue().get("stock")).isEqualTo("-1");
	}

	@Test
	void blockingQueueBreaksWhenItIsFull() {
		this.redis.opsForValue().set("stock", "3");
		BlockingQueueSale sale = new BlockingQueueSale(this.redis, new ArrayBlockingQueue<>(1));
		assertThat(sale.buy("anna")).isTrue();
		assertThatIllegalStateException().isThrownBy(() -> sale.buy("ben")).withMessage("Queue full");
		assertThat(this.redis.opsForValue().get("stock")).as("one piece is lost").isEqualTo("1");
	}

	@Test
	void acceptedOrderSurvivesTheProcess() {
		this.redis.opsForValue().set("{sale}:stock", "3");
		RedisComponents first = process().build();
		StreamQueueSale sale = new StreamQueueSale(this.redis, orders(first));
		assertThat(List.of(sale.buy("anna"), sale.buy("ben"), sale.buy("cleo"))).containsOnly(true);
		assertThat(sale.buy("dora")).isFalse();
		first.close();
		StreamQueue<String> afterRestart = orders(opened(process().build()));
		opened(afterRestart.subscribe((delivery) -> this.handled.add(delivery.value()), SubscribeOptions.DEFAULTS));
		eventually().until(() -> this.handled.size() == 3);
		assertThat(this.handled).containsExactlyInAnyOrder("anna", "ben", "cleo");
		assertThat(this.redis.opsForValue().get("{sale}:stock")).isEqualTo("0");
	}

	@Test
	@Trace("Orders on a stream, consumers with fixed names")
	void streamWithFixedConsumersBreaksWhenOneDies() {
		stream("1");
		StreamOrders first = new StreamOrders(this.redis, "c1");
		StreamOrders second = new StreamOrders(this.redis, "c2");
		assertThatExceptionOfType(Killed.class).isThrownBy(() -> first.handleNext(this::die));
		assertThat(second.handleNext(this::handle)).isFalse();
		second.handlePending(this::handle);
		assertThat(this.handled).isEmpty();
		assertThat(this.redis.opsForStream().pending("orders", "g1").getPendingMessagesPerConsumer())
			.isEqualTo(Map.of("c1", 1L));
	}

	@Test
	void streamWithFixedConsumersBreaksWhenTwoHaveOneName() {
		stream("1");
		StreamOrders first = new StreamOrders(this.redis, "c1");
		StreamOrders second = new StreamOrders(this.redis, "c1");
		first.handleNext((order) -> {
			second.handlePending(this::handle);
			handle(order);
		});
		assertThat(this.handled).containsExactly("1", "1");
	}

	@Test
	void streamBreaksByGrowingForEver() {
		stream("1", "2", "3");
		StreamOrders orders = new StreamOrders(this.redis, "c1");
		while (orders.handleNext(this::handle)) {
			assertThat(this.redis.opsForStream().size("orders")).isEqualTo(3);
		}
		assertThat(this.handled).containsExactly("1", "2", "3");
		assertThat(this.redis.opsForStream().size("orders")).as("all acknowledged").isEqualTo(3);
	}

	@Test
	void streamWithPendingLoopBreaksAtAnOrderThatAlwaysFails() {
		stream("bad", "good");
		AtomicInteger attempts = new AtomicInteger();
		StreamOrders orders = new StreamOrders(this.redis, "c1");
		assertThatExceptionOfType(Killed.class).isThrownBy(() -> orders.handleNext((order) -> {
			if (attempts.incrementAndGet() == 100) {
				throw new Killed();
			}
			this.handled.add(order);
			throw new IllegalArgumentException();
		}));
		assertThat(this.handled).hasSize(99).containsOnly("bad");
	}

	@Test
	void taskThatAlwaysFailsBecomesADeadLetterAndHoldsUpNoOther() {
		TaskQueue<String> tasks = tasks(opened(process().build()));
		TaskQueueOrders orders = new TaskQueueOrders(tasks);
		orders.add("bad");
		orders.add("good");
		opened(orders.handle((order) -> {
			this.handled.add(order);
			if (order.equals("bad")) {
				throw new IllegalArgumentException("no such user");
			}
		}));
		eventually().until(() -> tasks.deadLetters().size() == 1);
		eventually().until(() -> this.handled.contains("good"));
		assertThat(this.handled).containsExactlyInAnyOrder("bad", "bad", "bad", "good");
		assertThat(tasks.deadLetters().list(10)).extracting((letter) -> letter.value().orElseThrow())
			.containsExactly("bad");
	}

	@Test
	@Trace("A list as a queue")
	void listBreaksWhenTheWorkerDies() {
		ListOrders orders = new ListOrders(this.redis);
		orders.add("1");
		assertThatExceptionOfType(Killed.class).isThrownBy(() -> orders.handleNext(this::die));
		assertThat(orders.handleNext(this::handle)).as("there is another order").isFalse();
		assertThat(this.redis.hasKey("orders")).isFalse();
	}

	@Test
	@Trace(value = "A list as a queue", number = 2)
	void blockingListBreaksWhenTheConnectionIsLost() {
		RedisProxy proxy = opened(RedisProxy.to(this.server));
		StringRedisTemplate worker = template(proxy.host(), proxy.port());
		CompletableFuture<String> popped = CompletableFuture
			.supplyAsync(() -> worker.opsForList().rightPop("orders", LONG));
		eventually().until(() -> String.valueOf(this.server.command("INFO", "clients")).contains("blocked_clients:1"));
		proxy.freeze();
		this.redis.opsForList().leftPush("orders", "1");
		assertThat(this.redis.hasKey("orders")).as("Redis has it still").isFalse();
		proxy.cut();
		assertThat(this.redis.opsForList().rightPop("orders")).as("for another worker").isNull();
		assertThat(popped).as("of the worker that Redis gave it to").isNotCompleted();
	}

	@Test
	void taskOfADeadWorkerGoesToAnother() throws InterruptedException {
		RedisProxy proxy = opened(RedisProxy.to(this.server));
		TaskQueue<String> dying = opened(process(proxy).build()).taskQueues().get("orders", String.class, SHORT);
		TaskQueue<String> living = opened(process().build()).taskQueues().get("orders", String.class, SHORT);
		new TaskQueueOrders(living).add("1");
		TaskLease<String> lost = dying.poll(LONG).orElseThrow();
		proxy.freeze();
		TaskLease<String> again = living.poll(LONG).orElseThrow();
		assertThat(List.of(lost.value(), again.value())).containsExactly("1", "1");
		assertThat(List.of(lost.attempt(), again.attempt())).containsExactly(1, 2);
		again.ack();
		assertThat(living.stats().depth()).isZero();
		proxy.thaw();
	}

	@Test
	@Trace("A sorted set as a delayed queue")
	void sortedSetBreaksWithTwoWorkers() {
		ZSetDelay first = new ZSetDelay(this.redis);
		ZSetDelay second = new ZSetDelay(this.redis);
		first.add("1", 0);
		first.handleDue((order) -> {
			second.handleDue(this::handle);
			handle(order);
		});
		assertThat(this.handled).containsExactly("1", "1");
	}

	@Test
	void sortedSetBreaksWhenAWorkerDiesThatRemovesFirst() {
		ZSetDelay first = new ZSetDelay(this.redis);
		first.add("1", 0);
		assertThatExceptionOfType(Killed.class).isThrownBy(() -> first.removeThenHandleDue(this::die));
		new ZSetDelay(this.redis).removeThenHandleDue(this::handle);
		assertThat(this.handled).isEmpty();
	}

	@Test
	void delayedTaskHasOneWorkerAndSurvivesIt() throws InterruptedException {
		RedisProxy proxy = opened(RedisProxy.to(this.server));
		DelayQueue<String> dying = unpaid(opened(process(proxy).build()));
		DelayQueue<String> living = unpaid(opened(process().build()));
		DelayQueueOrders orders = new DelayQueueOrders(living);
		orders.add("1", Duration.ofMillis(1));
		orders.add("2", Duration.ofHours(1));
		orders.paid("2");
		assertThat(dying.poll(LONG).orElseThrow().value()).isEqualTo("1");
		// It would take a task from one that stands still for a second.
		DelayQueue<String> second = opened(process().build()).delayQueues().get("unpaid", String.class, SETTINGS);
		assertThat(second.poll(Duration.ZERO)).as("for a second worker").isEmpty();
		proxy.freeze();
		TaskLease<String> again = living.poll(LONG).orElseThrow();
		assertThat(again.value()).isEqualTo("1");
		again.ack();
		assertThat(living.size()).isZero();
		proxy.thaw();
	}

	@Test
	void pubSubBreaksWithoutSubscribersAndWithTwo() {
		PubSubOrders orders = new PubSubOrders(this.redis);
		orders.add("1");
		for (int i = 0; i < 2; i++) {
			RedisMessageListenerContainer container = new RedisMessageListenerContainer();
			container.setConnectionFactory(this.redis.getRequiredConnectionFactory());
			container.afterPropertiesSet();
			container.start();
			opened(container::destroy);
			orders.handle(container, this::handle);
		}
		orders.add("2");
		eventually().until(() -> this.handled.size() >= 2);
		assertThat(this.handled).as("1 is lost, 2 is handled twice").containsExactly("2", "2");
	}

	@Test
	void taskWaitsForAWorkerAndHasOne() throws InterruptedException {
		TaskQueueOrders orders = new TaskQueueOrders(tasks(opened(process().build())));
		orders.add("1");
		CountDownLatch handledThree = new CountDownLatch(3);
		for (int i = 0; i < 2; i++) {
			opened(new TaskQueueOrders(tasks(opened(process().build()))).handle((order) -> {
				this.handled.add(order);
				handledThree.countDown();
			}));
		}
		orders.add("2");
		orders.add("3");
		handledThree.await();
		assertThat(this.handled).containsExactlyInAnyOrder("1", "2", "3");
	}

	@Test
	void enqueuingAndSchedulingCostOneScript() {
		RedisComponents components = opened(process().build());
		TaskQueueOrders orders = new TaskQueueOrders(tasks(components));
		DelayQueueOrders unpaid = new DelayQueueOrders(unpaid(components));
		orders.add("1");
		unpaid.add("1", Duration.ofHours(1));
		assertThat(sent(() -> orders.add("2"))).isEqualTo(Map.of("evalsha", 1L));
		assertThat(sent(() -> unpaid.add("2", Duration.ofHours(1)))).isEqualTo(Map.of("evalsha", 1L));
		unpaid.paid("1");
		assertThat(sent(() -> unpaid.paid("2"))).isEqualTo(Map.of("evalsha", 1L));
	}

	private void stream(String... orders) {
		for (String order : orders) {
			this.redis.opsForStream().add("orders", Map.of("order", order));
		}
		this.redis.opsForStream().createGroup("orders", ReadOffset.from("0"), "g1");
	}

	private void handle(String order) {
		this.handled.add(order);
	}

	private void die(String order) {
		throw new Killed();
	}

	private static TaskQueue<String> tasks(RedisComponents components) {
		return components.taskQueues().get("orders", String.class, SETTINGS);
	}

	private static DelayQueue<String> unpaid(RedisComponents components) {
		return components.delayQueues().get("unpaid", String.class, SHORT);
	}

	private static StreamQueue<String> orders(RedisComponents components) {
		return components.streamQueues().get("orders", "sale", String.class, SETTINGS);
	}

	/** The process ends here: nothing that follows runs. */
	private static final class Killed extends Error {

		private static final long serialVersionUID = 1L;

	}

}
