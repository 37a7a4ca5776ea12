// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.crowd.Crowd;
import io.github.rediscomponents.sample.crowd.Member;
import io.github.rediscomponents.sample.load.measure.Progress;
import io.github.rediscomponents.sample.load.measure.Series;
import org.HdrHistogram.Histogram;

/**
 * How soon the feeds of followers have posts. A sample of them is asked again and again,
 * because asking all would take longer than the posts do; when the sample has them, each
 * follower is asked. The times are those at which it was seen, later than those at which
 * it was so.
 */
final class FanOut {

	private static final int SAMPLE = 200;

	/** Few, so that asking does not slow down what is asked for. */
	private static final int AT_ONCE = 8;

	private static final int DIGITS = 3;

	private final Histogram millis = new Histogram(DIGITS);

	private final Stage stage;

	private final FeedPages pages;

	private final Series reached;

	FanOut(Stage stage, FeedPages pages, Series reached) {
		this.stage = stage;
		this.pages = pages;
		this.reached = reached;
	}

	/**
	 * Checks that all followers get posts.
	 * @param posts that were published just now, and fit on one page
	 * @param followers who has to get them
	 * @param notes what is found goes there
	 */
	void check(Collection<Long> posts, List<Member> followers, Outcome.Notes notes) throws InterruptedException {
		long published = System.nanoTime();
		long end = published + this.stage.within().toNanos();
		List<Member> sample = sample(followers);
		this.reached.add(0);
		List<Member> missing = sample;
		while (!missing.isEmpty() && System.nanoTime() < end) {
			missing = without(posts, missing, AT_ONCE, () -> record(System.nanoTime() - published));
		}
		notes.check(missing.isEmpty(), "the posts reach the followers within " + this.stage.limit(),
				"%d of a sample of %d; seen after %d ms (p50), %d ms (p99), %d ms (last)",
				sample.size() - missing.size(), sample.size(), percentile(50), percentile(99), percentile(100));
		all(posts, followers, published, end, notes);
	}

	private void all(Collection<Long> posts, List<Member> followers, long published, long end, Outcome.Notes notes)
			throws InterruptedException {
		List<Member> missing = followers;
		try (Progress progress = this.stage.progress("look at feeds", followers.size())) {
			do {
				missing = without(posts, missing, this.stage.clients(), progress::step);
			}
			while (!missing.isEmpty() && System.nanoTime() < end);
		}
		notes.check(missing.isEmpty(), "every follower has every post",
				"%d of %d have all %d; the last was looked at after %.1f s", followers.size() - missing.size(),
				followers.size(), posts.size(), (System.nanoTime() - published) / 1e9);
	}

	/** Evenly spread over the followers, with the first and the last. */
	private static List<Member> sample(List<Member> followers) {
		int size = Math.min(SAMPLE, followers.size());
		return IntStream.range(0, size)
			.mapToObj((i) -> followers.get((size == 1) ? 0 : (int) ((long) i * (followers.size() - 1) / (size - 1))))
			.toList();
	}

	/** Those of some followers who do not have all posts yet. */
	private List<Member> without(Collection<Long> posts, List<Member> followers, int atOnce, Runnable seen)
			throws InterruptedException {
		List<Boolean> found = Crowd.run(followers.size(), atOnce, Progress.none()::step, (number) -> {
			boolean has = this.pages.first(followers.get(number)).containsAll(posts);
			if (has) {
				seen.run();
			}
			return has;
		});
		List<Member> missing = new ArrayList<>();
		for (int i = 0; i < followers.size(); i++) {
			if (!found.get(i)) {
				missing.add(followers.get(i));
			}
		}
		return missing;
	}

	private synchronized void record(long nanos) {
		this.millis.recordValue(TimeUnit.NANOSECONDS.toMillis(nanos));
		this.reached.add(this.millis.getTotalCount());
	}

	private synchronized long percentile(double percent) {
		return this.millis.getValueAtPercentile(percent);
	}

}
