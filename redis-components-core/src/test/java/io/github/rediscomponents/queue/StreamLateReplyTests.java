// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Two processes, of which one learns too late what it was given, or what became of it.
 */
@Timeout(120)
class StreamLateReplyTests extends StreamFaultFixture {

	static final WorkQueueSettings SHORT = QUICK.withVisibility(Duration.ofSeconds(2));

	private final Queue<String> settled = new ConcurrentLinkedQueue<>();

	private CommandPort direct;

	private StreamQueues other;

	/** Another process, which is not behind the proxy. */
	private StreamQueue<String> elsewhere(String name) {
		this.direct = TestPorts.open(this.server);
		this.other = process(this.direct, "other");
		return this.other.get(name, String.class, SHORT);
	}

	private StreamQueues process(CommandPort to, String who) {
		return StreamQueues.create(to, new KeySpace("test"), codecs(), this.background, new LiveSettings<>(Map.of()),
				new QueueObserver() {
					@Override
					public void settled(Source queue, String group, Settlement settlement, int messages) {
						StreamLateReplyTests.this.settled.add(who + " " + settlement);
					}
				});
	}

	@AfterEach
	void closeOther() {
		if (this.direct != null) {
			this.other.stop(Duration.ofSeconds(2));
			this.direct.close();
		}
	}

	@Test
	void aReplyThatComesAfterTheVisibilityIsNotWorkedOnUnasked() {
		StreamQueues behind = process(this.port, "behind");
		StreamQueue<String> late = behind.get("late", String.class, SHORT);
		Queue<String> ran = new ConcurrentLinkedQueue<>();
		late.subscribe((delivery) -> ran.add("behind " + delivery.value()), SubscribeOptions.DEFAULTS);
		awaitReader();
		this.proxy.freeze();
		this.server.command("XADD", late.streamKey(), "*", "v", "a");
		// Given to the one behind the proxy, who does not learn it.
		await().atMost(PATIENCE).until(() -> pending(late.streamKey()) == 1);
		StreamQueue<String> quick = elsewhere("late");
		quick.subscribe((delivery) -> ran.add("other " + delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> number("XLEN", late.streamKey()) == 0);
		this.proxy.thaw();
		assertThat(this.other.stop(PATIENCE)).isTrue();
		quick.publish("b");
		await().atMost(PATIENCE).until(() -> ran.contains("behind b"));
		await().atMost(PATIENCE).until(() -> this.settled.contains("behind ACKNOWLEDGED"));
		assertThat(ran).containsExactly("other a", "behind b");
		assertThat(this.settled).containsOnlyOnce("other ACKNOWLEDGED").containsOnlyOnce("behind ACKNOWLEDGED");
		behind.stop(PATIENCE);
	}

	@Test
	void whatSomebodyElseRemovedIsNotOnesOwnSuccess() throws InterruptedException {
		TaskQueue<String> tasks = tasks("removed", QUICK.withVisibility(Duration.ofSeconds(30)));
		tasks.enqueue("a");
		TaskLease<String> lease = tasks.poll(PATIENCE).orElseThrow();
		this.server.command("XACK", "test:task:{removed}", "workers", lease.entryId());
		assertThat(lease.ack()).isEqualTo(Settlement.LOST);
		tasks.enqueue("b");
		TaskLease<String> second = tasks.poll(PATIENCE).orElseThrow();
		this.server.command("XACK", "test:task:{removed}", "workers", second.entryId());
		assertThat(second.reject("useless")).isEqualTo(Settlement.LOST);
	}

	@ParameterizedTest
	@ValueSource(strings = { "ack", "nack", "reject" })
	void aRepetitionOfWhatWasDoneIsASuccess(String how) throws InterruptedException {
		TaskQueue<String> tasks = tasks("repeated", QUICK.withVisibility(Duration.ofSeconds(30)));
		// So that the server knows the scripts, and the lost reply is not that it does
		// not.
		tasks.enqueue("known");
		settle(tasks.poll(PATIENCE).orElseThrow(), how);
		tasks.enqueue("a");
		TaskLease<String> lease = tasks.poll(PATIENCE).orElseThrow();
		this.proxy.swallowNextReply();
		Settlement settlement = settle(lease, how);
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(settlement).isEqualTo(switch (how) {
			case "ack" -> Settlement.ACKNOWLEDGED;
			case "nack" -> Settlement.RETRY;
			default -> Settlement.DEAD;
		});
		assertThat(tasks.deadLetters().size()).isEqualTo(how.equals("reject") ? 2 : 0);
		assertThat(tasks.stats().retrying()).isEqualTo(how.equals("nack") ? 2 : 0);
	}

	/** Until there is an answer. */
	private static Settlement settle(TaskLease<String> lease, String how) {
		for (int i = 0; i < 10; i++) {
			try {
				return switch (how) {
					case "ack" -> lease.ack();
					case "nack" -> lease.nack(Duration.ofHours(1));
					default -> lease.reject("useless");
				};
			}
			catch (RedisUnavailableException ex) {
				// Again.
			}
		}
		throw new AssertionError("No answer");
	}

	@Test
	void aHeartbeatLosesNothingThatIsBeingAcknowledged() {
		AtomicInteger beaten = new AtomicInteger();
		AtomicBoolean acknowledged = new AtomicBoolean();
		CompletableFuture<Void> later = new CompletableFuture<>();
		// Done, and before it is known that the answer is lost heartbeats find it
		// gone.
		StreamQueues here = process(InterceptedPort.of(this.port, (method, args, real) -> {
			String script = InterceptedPort.script(args);
			Object reply = real.proceed();
			if (script.equals("stream/ack") && acknowledged.compareAndSet(false, true)) {
				return later.thenCompose((now) -> lost(reply));
			}
			boolean beats = script.equals("stream/extend") || script.equals("stream/recover");
			if (beats && acknowledged.get() && beaten.incrementAndGet() == 4) {
				later.complete(null);
			}
			return reply;
		}), "here");
		StreamQueue<String> queue = here.get("beaten", String.class, SHORT);
		AtomicReference<Delivery<String>> seen = new AtomicReference<>();
		queue.subscribe(seen::set, SubscribeOptions.DEFAULTS);
		queue.publish("a");
		await().atMost(PATIENCE).until(() -> !this.settled.isEmpty());
		assertThat(here.stop(PATIENCE)).isTrue();
		assertThat(this.settled).containsExactly("here ACKNOWLEDGED");
		assertThat(seen.get().isLost()).isFalse();
	}

	/** A reply whose answer never comes. */
	private static CompletionStage<Object> lost(Object reply) {
		return ((CompletionStage<?>) reply).thenApply((done) -> {
			throw new RedisUnavailableException("The answer is lost", Outcome.UNKNOWN, null);
		});
	}

	@Test
	void whatCouldNotBeReadIsADeadLetterAlthoughTheAnswerIsLost() {
		AtomicBoolean buried = new AtomicBoolean();
		StreamQueues here = process(InterceptedPort.of(this.port, (method, args, real) -> {
			Object reply = real.proceed();
			boolean first = InterceptedPort.script(args).equals("stream/bury") && buried.compareAndSet(false, true);
			return first ? lost(reply) : reply;
		}), "here");
		StreamQueue<Integer> queue = here.get("unread", Integer.class,
				SHORT.withUnreadableRetry(Duration.ofMillis(100)));
		queue.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS);
		this.server.command("XADD", queue.streamKey(), "*", "v", "{not a number");
		await().atMost(PATIENCE).until(() -> this.settled.stream().anyMatch((one) -> !one.equals("here RETRY")));
		assertThat(here.stop(PATIENCE)).isTrue();
		assertThat(this.settled).filteredOn((one) -> !one.equals("here RETRY")).containsExactly("here DEAD");
		assertThat(queue.deadLetters().size()).isEqualTo(1);
		assertThat(number("EXISTS", queue.streamKey() + ":unread:workers")).isZero();
	}

	@Test
	void aProcessThatWasStoppedAsksBeforeItRunsAndLosesWhatItRan() {
		StreamQueue<String> queue = elsewhere("stopped");
		AtomicInteger ran = new AtomicInteger();
		try (ChildJvm child = ChildJvm.start(StoppedWorker.class, this.server.uri(), "stopped")) {
			child.awaitLine("ready"::equals);
			awaitReader();
			child.pause();
			queue.publish("a");
			await().atMost(PATIENCE).until(() -> pending(queue.streamKey()) == 1);
			QueueSubscription here = queue.subscribe((delivery) -> ran.incrementAndGet(), SubscribeOptions.DEFAULTS);
			await().atMost(PATIENCE).until(() -> number("XLEN", queue.streamKey()) == 0);
			assertThat(here.stop(PATIENCE)).isTrue();
			child.resume();
			queue.publish("slow");
			child.awaitLine("ran slow"::equals);
			child.pause();
			QueueSubscription again = queue.subscribe((delivery) -> ran.incrementAndGet(), SubscribeOptions.DEFAULTS);
			await().atMost(PATIENCE).until(() -> number("XLEN", queue.streamKey()) == 0);
			assertThat(again.stop(PATIENCE)).isTrue();
			child.resume();
			child.send("finish");
			queue.publish("last");
			child.awaitLine("settled ACKNOWLEDGED"::equals);
			assertThat(child.lines()).contains("ran last").doesNotContain("ran a");
			assertThat(child.lines()).filteredOn("settled ACKNOWLEDGED"::equals).hasSize(1);
			assertThat(child.lines()).filteredOn("settled LOST"::equals).hasSize(2);
		}
		assertThat(ran).hasValue(2);
		assertThat(this.settled).containsExactly("other ACKNOWLEDGED", "other ACKNOWLEDGED");
	}

}
