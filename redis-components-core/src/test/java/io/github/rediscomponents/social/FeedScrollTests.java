// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Scrolling through a {@link Feed}: each item once.
 */
@StandaloneAndCluster
@Tag("contract")
class FeedScrollTests extends FeedFixture {

	FeedScrollTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void shows4096PostsOfOneMillisecondOnceEach() {
		this.settings.swap(this.settings.get().withMaxItems(5000));
		reader("anna", "ben", "carl");
		this.feed.work(4);
		AtomicInteger next = new AtomicInteger();
		Concurrently.repeat(8, 512, () -> {
			int i = next.getAndIncrement();
			this.feed.publish((i % 2 == 0) ? "ben" : "carl", String.format("%04d", i), NOON);
		});
		awaitTasks();
		List<FeedItem> read = all("anna", 7);
		assertThat(read).allMatch((item) -> item.time().equals(NOON));
		assertThat(read).extracting(FeedItem::id)
			.containsExactlyElementsOf(
					IntStream.range(0, 4096).mapToObj((i) -> String.format("%04d", 4095 - i)).toList());
		assertThat(inbox("anna")).hasSize(4096);
	}

	@Test
	void shows4096PulledPostsOfOneMillisecondOnceEach() {
		this.settings.swap(this.settings.get().withMaxItems(5000).withPullThreshold(1));
		reader("anna", "ben");
		reader("dora", "ben");
		this.feed.work(2);
		assertThat(this.feed.publish("ben", "0000", NOON).delivery()).isEqualTo(PublishResult.Delivery.PUSHED);
		awaitTasks();
		IntStream.range(1, 4096)
			.forEach((i) -> assertThat(this.feed.publish("ben", String.format("%04d", i), NOON))
				.isEqualTo(new PublishResult(PublishResult.Delivery.PULLED, false, NOON)));
		assertThat(inbox("anna")).containsExactly("0000");
		assertThat(all("anna", 7).stream().map(FeedItem::id)).hasSize(4096)
			.isSortedAccordingTo(Comparator.reverseOrder())
			.doesNotHaveDuplicates();
	}

	/**
	 * The test of the design's measurements: 400 items of which eight each have the same
	 * time, pages of seven, and with each page a post of a time that is on it and every
	 * other time a deletion. By time and offset that shows 46 items twice.
	 */
	@Test
	void repeatsAndMissesNothingWhilePostsOfTheSameTimesComeAndGo() {
		reader("anna", "ben", "carl");
		this.feed.work(2);
		IntStream.range(0, 400).forEach((i) -> this.feed.publish((i % 2 == 0) ? "ben" : "carl", "p" + i, time(i / 8)));
		awaitTasks();
		Random random = new Random(7);
		Set<String> deleted = new java.util.HashSet<>();
		List<String> read = new ArrayList<>();
		String cursor = null;
		int n = 0;
		do {
			Page<FeedItem> page = this.feed.page("anna", cursor, 7);
			page.items().forEach((item) -> read.add(item.id()));
			cursor = page.next();
			Instant same = page.items().get(page.items().size() - 1).time();
			this.feed.publish("ben", "new" + n, same);
			if (n++ % 2 == 0) {
				int i = random.nextInt(400);
				this.feed.delete((i % 2 == 0) ? "ben" : "carl", "p" + i);
				deleted.add("p" + i);
			}
			awaitTasks();
		}
		while (cursor != null);
		assertThat(n).isGreaterThanOrEqualTo(55);
		assertThat(read).doesNotHaveDuplicates()
			.containsAll(numbered("p", 0, 400).stream().filter((id) -> !deleted.contains(id)).toList());
		assertThat(ids("anna")).doesNotContainAnyElementsOf(deleted).hasSize(400 - deleted.size() + n);
	}

	@Test
	void repeatsAndMissesNothingWhileManyPublishAndDelete() {
		this.settings.swap(this.settings.get().withMaxItems(10_000).withPullThreshold(2));
		// Ben is pulled, the others are pushed.
		reader("anna", "ben", "carl", "dora");
		reader("x", "ben");
		reader("y", "ben");
		this.feed.work(4);
		List<String> constant = new ArrayList<>();
		for (int i = 0; i < 600; i++) {
			this.feed.publish(author(i), "c" + i, time(i / 100));
			constant.add("c" + i);
		}
		awaitTasks();
		Set<String> doomed = ConcurrentHashMap.newKeySet();
		AtomicInteger next = new AtomicInteger();
		AtomicBoolean over = new AtomicBoolean();
		List<List<String>> scrolls = new ArrayList<>();
		Concurrently.run(List.of(() -> publish(next, over, doomed), () -> publish(next, over, doomed), () -> {
			// Not before the others have begun.
			for (int round = 0; round < 6 || next.get() == 0; round++) {
				scrolls.add(all("anna", 7).stream().map(FeedItem::id).toList());
			}
			over.set(true);
			return true;
		}));
		for (List<String> read : scrolls) {
			assertThat(read).doesNotHaveDuplicates().containsAll(constant);
		}
		awaitTasks();
		List<String> kept = numbered("n", 0, next.get()).stream().filter((id) -> !doomed.contains(id)).toList();
		List<String> expected = new ArrayList<>(constant);
		expected.addAll(kept);
		assertThat(next.get()).isPositive();
		assertThat(ids("anna")).containsExactlyInAnyOrderElementsOf(expected);
	}

	private boolean publish(AtomicInteger next, AtomicBoolean over, Set<String> doomed) {
		while (!over.get() && next.get() < 3000) {
			int i = next.getAndIncrement();
			this.feed.publish(author(i), "n" + i, time(i % 6));
			if (i % 3 == 0) {
				doomed.add("n" + i);
				// Often before the task that delivers it.
				assertThat(this.feed.delete(author(i), "n" + i)).isTrue();
			}
		}
		return true;
	}

	@Test
	void beginsBehindAnyPosition() {
		reader("anna", "ben");
		this.feed.work(1);
		numbered("p", 0, 9).forEach((id) -> this.feed.publish("ben", id, NOON));
		awaitTasks();
		FeedPosition gone = new FeedPosition(NOON, "p5a");
		assertThat(this.feed.page("anna", gone.text(), 3).items()).extracting(FeedItem::id)
			.containsExactly("p5", "p4", "p3");
		Page<FeedItem> page = this.feed.page("anna", gone.text(), 6);
		assertThat(page.items()).hasSize(6);
		assertThat(page.next()).isNull();
		assertThat(this.feed.page("anna", new FeedPosition(NOON.minusMillis(1), "zzz").text(), 3).items()).isEmpty();
	}

	private static String author(int i) {
		return List.of("ben", "carl", "dora").get(i % 3);
	}

	private static Instant time(int i) {
		return NOON.plusMillis(i);
	}

}
