// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.structure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.springframework.data.redis.core.StringRedisTemplate;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.benchmarks.BenchRedis;
import io.github.rediscomponents.benchmarks.Waits;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.social.SocialObserver;

/**
 * A post that goes to 10,000 followers: how long the author waits, and how long it takes
 * until the last inbox has it, beside the loop over a template that guides show, which
 * the author waits for. And how long a reader waits for a page.
 */
public final class FeedSpeed {

	private static final int FOLLOWERS = 10_000;

	private static final int POSTS = 50;

	private static final int WARM_UP = 20;

	private static final int PAGES = 5000;

	private FeedSpeed() {
	}

	public static void print() throws Exception {
		System.out.printf(Locale.ROOT, "%n### A post to %,d followers%n%n", FOLLOWERS);
		System.out.println("| candidate | publish p50 (ms) | publish p99 (ms) | all inboxes p50 (ms) | longest (ms) |");
		System.out.println("|---|---|---|---|---|");
		try (BenchRedis redis = new BenchRedis()) {
			Inboxes inboxes = new Inboxes();
			StreamQueues streams = StreamQueues.create(redis.port, redis.keys, ValueCodecs.json(), redis.background,
					new LiveSettings<>(Map.of()));
			// Pushed to all of them, however many they are.
			Feed feed = Feed.create(redis.port, redis.keys, TaskQueues.create(streams, new LiveSettings<>(Map.of())),
					new LiveSettings<>(FeedSettings.defaults().withPullThreshold(10 * FOLLOWERS)), inboxes);
			FollowGraph graph = FollowGraph.create(redis.port, redis.keys, () -> FollowGraphSettings.defaults(),
					() -> List.of(feed), SocialObserver.NONE);
			follow(graph, feed);
			feed.work(2);
			for (int i = 0; i < WARM_UP; i++) {
				inboxes.expect(FOLLOWERS);
				feed.publish("ben", "warm-up" + i);
				inboxes.await();
			}
			long[] published = new long[POSTS];
			long[] delivered = new long[POSTS];
			for (int i = 0; i < POSTS; i++) {
				inboxes.expect(FOLLOWERS);
				long start = System.nanoTime();
				feed.publish("ben", "p" + i);
				published[i] = System.nanoTime() - start;
				inboxes.await();
				delivered[i] = System.nanoTime() - start;
			}
			row("redis-components Feed, 2 workers", published, delivered);
			loop(redis);
			pages(feed);
			streams.stop(Duration.ofSeconds(5));
		}
	}

	private static void follow(FollowGraph graph, Feed feed) throws InterruptedException {
		var threads = Executors.newFixedThreadPool(8);
		IntStream.range(0, FOLLOWERS).forEach((i) -> threads.execute(() -> {
			graph.follow("r" + i, "ben");
			feed.page("r" + i, null, 1);
		}));
		threads.shutdown();
		if (!threads.awaitTermination(5, TimeUnit.MINUTES)) {
			throw new IllegalStateException("The followers took too long");
		}
	}

	private static void loop(BenchRedis redis) {
		StringRedisTemplate template = new StringRedisTemplate(redis.factory());
		List<Long> nanos = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			String post = "p" + i;
			long start = System.nanoTime();
			for (int reader = 0; reader < FOLLOWERS; reader++) {
				template.opsForZSet().add("loop:" + reader, post, System.currentTimeMillis());
			}
			nanos.add(System.nanoTime() - start);
		}
		long[] measured = nanos.subList(3, 8).stream().mapToLong(Long::longValue).toArray();
		row("StringRedisTemplate, ZADD in a loop", measured, measured);
	}

	private static void row(String candidate, long[] published, long[] delivered) {
		Waits publish = Waits.of(published);
		Waits all = Waits.of(delivered);
		System.out.printf(Locale.ROOT, "| %s | %.2f | %.2f | %.0f | %.0f |%n", candidate, publish.p50(), publish.p99(),
				all.p50(), all.longest());
	}

	private static void pages(Feed feed) {
		System.out.printf(Locale.ROOT, "%n### A page of 20 of an inbox of %d, %d times%n%n", WARM_UP + POSTS, PAGES);
		System.out.println("| page | p50 (ms) | p99 (ms) |");
		System.out.println("|---|---|---|");
		String second = feed.page("r1", null, 20).next();
		for (boolean first : new boolean[] { true, false }) {
			long[] nanos = new long[PAGES];
			for (int i = -PAGES / 5; i < PAGES; i++) {
				long start = System.nanoTime();
				feed.page("r" + Math.abs(i), first ? null : second, 20);
				if (i >= 0) {
					nanos[i] = System.nanoTime() - start;
				}
			}
			Waits waits = Waits.of(nanos);
			System.out.printf(Locale.ROOT, "| %s | %.2f | %.2f |%n", first ? "first" : "second", waits.p50(),
					waits.p99());
		}
	}

	/** Counts inboxes that got something. */
	private static final class Inboxes implements SocialObserver {

		private final AtomicLong missing = new AtomicLong();

		private volatile CountDownLatch all = new CountDownLatch(1);

		void expect(int inboxes) {
			this.all = new CountDownLatch(1);
			this.missing.set(inboxes);
		}

		void await() throws InterruptedException {
			if (!this.all.await(1, TimeUnit.MINUTES)) {
				throw new IllegalStateException(this.missing + " inboxes did not get the post");
			}
		}

		@Override
		public void delivered(Duration took, long changed) {
			if (changed > 0 && this.missing.addAndGet(-changed) == 0) {
				this.all.countDown();
			}
		}

	}

}
