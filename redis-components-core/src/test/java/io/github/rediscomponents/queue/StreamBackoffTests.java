// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.queue.stream.StreamQueue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Many messages in back-off are not in the way, and no script looks through them.
 */
@Timeout(120)
class StreamBackoffTests extends StreamFaultFixture {

	private static final WorkQueueSettings SLOW = QUICK.withVisibility(Duration.ofSeconds(2))
		.withBackoff(Duration.ofHours(1), Duration.ofHours(1));

	private final Set<String> seen = ConcurrentHashMap.newKeySet();

	private QueueSubscription subscribe(StreamQueue<String> queue) {
		return queue.subscribe((delivery) -> {
			if (delivery.value().startsWith("bad")) {
				throw new IllegalStateException("again in an hour");
			}
			this.seen.add(delivery.value());
		}, SubscribeOptions.concurrency(4));
	}

	private static List<String> bad(int n) {
		List<String> all = new ArrayList<>();
		for (int i = 0; i < n; i++) {
			all.add("bad" + i);
		}
		return all;
	}

	@Test
	void aDeliveryWhoseReplyWasLostComesBackBehindManyInBackoff() {
		StreamQueue<String> queue = queue("behind", SLOW);
		subscribe(queue);
		queue.publishAll(bad(350));
		await().atMost(PATIENCE).until(() -> queue.stats().retrying() == 350);
		awaitIdleOnes(queue, 350);
		this.proxy.swallowNextReply();
		await().atMost(PATIENCE)
			.until(() -> String.valueOf(this.server.command("CLIENT", "LIST")).contains("cmd=xreadgroup"));
		this.server.command("XADD", queue.streamKey(), "*", "v", "good");
		await().atMost(PATIENCE).until(() -> this.proxy.swallowedReplies() == 1);
		await().atMost(PATIENCE).until(() -> this.seen.contains("good"));
		assertThat(queue.stats().retrying()).isEqualTo(350);
	}

	@Test
	void whatADeadConsumerHadComesBackBehindManyInBackoff() {
		StreamQueue<String> queue = queue("dead", SLOW);
		queue.publishAll(bad(1500));
		QueueSubscription first = subscribe(queue);
		await().atMost(PATIENCE).until(() -> queue.stats().retrying() == 1500);
		assertThat(first.stop(PATIENCE)).isTrue();
		queue.publish("good");
		this.server.command("XREADGROUP", "GROUP", "workers", "gone", "STREAMS", queue.streamKey(), ">");
		awaitIdleOnes(queue, 1501);
		subscribe(queue);
		await().atMost(PATIENCE).until(() -> this.seen.contains("good"));
		assertThat(queue.stats().retrying()).isEqualTo(1500);
		await().atMost(PATIENCE).until(() -> queue.stats().consumers() == 1);
	}

	@Test
	void anIdleQueueIsLookedAtOnceInAVisibility() {
		for (int i = 0; i < 20; i++) {
			subscribe(queue("idle" + i, SLOW));
		}
		StreamQueue<String> last = queue("idle19", SLOW);
		last.publish("good");
		await().atMost(PATIENCE).until(() -> this.seen.contains("good"));
		await().atMost(PATIENCE).until(() -> last.stats().pending() == 0);
		// What came counts as busy until the next look.
		scriptsIn(SLOW.visibility());
		long from = System.nanoTime();
		long scripts = scriptsIn(SLOW.visibility().multipliedBy(2), 20);
		double visibilities = (System.nanoTime() - from) / (double) SLOW.visibility().toNanos();
		// A look comes at most a third of the visibility early.
		assertThat(scripts).isBetween(20L, (long) (20 * (1 + visibilities * 3 / 2)));
	}

	@Test
	void nobodyLooksThroughWhatIsInBackoff() {
		StreamQueue<String> queue = queue("many", SLOW);
		subscribe(queue);
		queue.publishAll(bad(2000));
		await().atMost(PATIENCE).until(() -> queue.stats().retrying() == 2000);
		awaitIdleOnes(queue, 2000);
		assertThat(scriptsIn(Duration.ofSeconds(3), 1)).isPositive().isLessThan(20);
		Map<String, Long> calls = this.server.commandCalls();
		assertThat(calls.getOrDefault("zscore", 0L)).isZero();
		assertThat(calls.getOrDefault("xpending", 0L)).isLessThan(80);
	}

	@Test
	void takesOverWhatAReleaseBeforeLeftWithItsConsumers() {
		StreamQueue<String> queue = queue("before", SLOW);
		String key = queue.streamKey();
		queue.publishAll(bad(500));
		queue.publish("soon");
		queue.publish("stuck");
		this.server.command("XGROUP", "CREATE", key, "workers", "0");
		this.server.command("XREADGROUP", "GROUP", "workers", "before", "STREAMS", key, ">");
		long now = number("TIME").longValue();
		for (Object each : list("XRANGE", key, "-", "+")) {
			List<?> entry = (List<?>) each;
			String value = String.valueOf(((List<?>) entry.get(1)).get(1));
			if (!value.contains("stuck")) {
				long delay = value.contains("soon") ? 4_000 : 3_600_000;
				this.server.command("ZADD", key + ":retry:workers", String.valueOf(now * 1000 + delay),
						String.valueOf(entry.get(0)));
			}
		}
		subscribe(queue);
		await().atMost(PATIENCE).until(() -> this.seen.contains("stuck"));
		await().atMost(PATIENCE).until(() -> this.seen.contains("soon"));
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(owners(key)).containsExactly(Map.entry("~retry", 500L)));
		assertThat(queue.stats().retrying()).isEqualTo(500);
	}

	@Test
	void whatLostItsTimeIsDeliveredAgain() {
		StreamQueue<String> queue = queue("evicted", SLOW.withMaxDeliveries(2));
		subscribe(queue);
		queue.publishAll(bad(700));
		await().atMost(PATIENCE).until(() -> queue.stats().retrying() == 700);
		this.server.command("DEL", queue.streamKey() + ":retry:workers");
		await().atMost(PATIENCE).until(() -> queue.deadLetters().size() == 700);
		assertThat(queue.stats().depth()).isZero();
		await().atMost(PATIENCE).until(() -> list("XINFO", "CONSUMERS", queue.streamKey(), "workers").size() == 1);
	}

	private Map<String, Long> owners(String key) {
		List<?> each = (List<?>) list("XPENDING", key, "workers").get(3);
		Map<String, Long> all = new java.util.TreeMap<>();
		if (each != null) {
			each.forEach((pair) -> all.put(String.valueOf(((List<?>) pair).get(0)),
					Long.valueOf(String.valueOf(((List<?>) pair).get(1)))));
		}
		return all;
	}

	/** Until the visibility of all that is pending has passed. */
	private void awaitIdleOnes(StreamQueue<String> queue, int n) {
		await().atMost(PATIENCE)
			.until(() -> list("XPENDING", queue.streamKey(), "workers", "IDLE", "2000", "-", "+", "10000").size() == n);
	}

	private Long number(String command) {
		return Long.valueOf(String.valueOf(list(command).get(0)));
	}

}
