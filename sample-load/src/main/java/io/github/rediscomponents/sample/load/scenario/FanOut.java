package io.github.rediscomponents.sample.load.scenario;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import io.github.rediscomponents.sample.load.guide.Member;
import io.github.rediscomponents.sample.load.measure.Progress;
import io.github.rediscomponents.sample.load.measure.Series;
import org.HdrHistogram.Histogram;

/**
 * How soon the feeds of all followers have posts. Asks each of them until it has them, so
 * the times are those at which it was seen, later than those at which it was so.
 */
final class FanOut {

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
	 * Waits until all have them, as long as that may take.
	 * @param posts that fit on one page
	 * @param followers who has to get them
	 * @return how many followers have them
	 */
	int await(Collection<Long> posts, List<Member> followers) throws InterruptedException {
		long published = System.nanoTime();
		List<Member> missing = followers;
		this.reached.add(0);
		while (!missing.isEmpty() && System.nanoTime() - published < this.stage.within().toNanos()) {
			missing = ask(posts, missing, published);
			this.reached.add(followers.size() - missing.size());
		}
		return followers.size() - missing.size();
	}

	private List<Member> ask(Collection<Long> posts, List<Member> followers, long published)
			throws InterruptedException {
		List<Boolean> found = Crowd.run(followers.size(), this.stage.clients(), Progress.none(), (number) -> {
			boolean has = this.pages.first(followers.get(number)).containsAll(posts);
			if (has) {
				record(System.nanoTime() - published);
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
		this.millis.recordValue(nanos / 1_000_000);
	}

	/** In milliseconds. */
	synchronized long percentile(double percent) {
		return this.millis.getValueAtPercentile(percent);
	}

}
