// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.rediscomponents.sample.crowd.Crowd;
import io.github.rediscomponents.sample.crowd.Member;
import io.github.rediscomponents.sample.load.measure.Progress;

/**
 * Readers scroll through their whole feeds, again and again, while the author publishes
 * and deletes. As one author publishes one post after the other, newest first is the
 * highest id first.
 */
final class Scrolling {

	private static final int SCROLLS = 3;

	/** How many posts are published, and deleted, meanwhile. */
	private static final int CHANGES = 10;

	private final Stage stage;

	private final Author author;

	private final FeedPages pages;

	private final Outcome.Notes notes;

	private final AtomicInteger repeated = new AtomicInteger();

	private final AtomicInteger missing = new AtomicInteger();

	private final AtomicInteger disordered = new AtomicInteger();

	Scrolling(Stage stage, Author author, FeedPages pages, Outcome.Notes notes) {
		this.stage = stage;
		this.author = author;
		this.pages = pages;
		this.notes = notes;
	}

	void check(List<Member> readers, int depth) throws InterruptedException {
		List<Long> posts = this.author.publish(depth);
		int ready = haveAll(readers, new HashSet<>(posts), Set.of());
		this.notes.check(ready == readers.size(), "the posts to scroll through arrive within " + this.stage.limit(),
				"%d of %d readers have all %d", ready, readers.size(), depth);
		List<Long> doomed = new ArrayList<>();
		for (int i = 0; i < Math.min(CHANGES, depth / 2); i++) {
			doomed.add(posts.get(2 * i));
		}
		Set<Long> lasting = new HashSet<>(posts);
		doomed.forEach(lasting::remove);
		List<Long> added = scroll(readers, lasting, doomed);
		int scrolls = readers.size() * SCROLLS;
		this.notes.check(this.missing.get() + this.repeated.get() + this.disordered.get() == 0,
				"a scroll shows each post once, newest first, while %d are published and %d deleted"
					.formatted(added.size(), doomed.size()),
				"%d scrolls of %d posts: %d posts missing, %d repeated, %d out of order", scrolls, lasting.size(),
				this.missing.get(), this.repeated.get(), this.disordered.get());
		lasting.addAll(added);
		int right = haveAll(readers, lasting, new HashSet<>(doomed));
		this.notes.check(right == readers.size(),
				"afterwards the feeds have what was added and nothing that was deleted", "%d of %d readers", right,
				readers.size());
	}

	private List<Long> scroll(List<Member> readers, Set<Long> lasting, List<Long> doomed) throws InterruptedException {
		try (Progress progress = this.stage.progress("scroll", (long) readers.size() * SCROLLS)) {
			// One more than there are readers: the author.
			List<List<Long>> results = Crowd.together(readers.size() + 1, (number) -> {
				if (number == readers.size()) {
					return change(doomed);
				}
				for (int i = 0; i < SCROLLS; i++) {
					look(this.pages.all(readers.get(number)), lasting);
					progress.step();
				}
				return List.of();
			});
			return results.get(readers.size());
		}
	}

	private List<Long> change(List<Long> doomed) throws InterruptedException {
		List<Long> added = new ArrayList<>();
		for (long post : doomed) {
			added.add(this.author.publish());
			this.author.delete(post);
		}
		return added;
	}

	private void look(List<Long> shown, Set<Long> lasting) {
		Set<Long> seen = new HashSet<>();
		long before = Long.MAX_VALUE;
		for (long post : shown) {
			if (!seen.add(post)) {
				this.repeated.incrementAndGet();
			}
			else if (post > before) {
				this.disordered.incrementAndGet();
			}
			before = post;
		}
		this.missing.addAndGet((int) lasting.stream().filter((post) -> !seen.contains(post)).count());
	}

	/** How many readers have all of some posts and none of others, soon. */
	private int haveAll(List<Member> readers, Set<Long> wanted, Set<Long> unwanted) throws InterruptedException {
		List<Boolean> found = Crowd.run(readers.size(), this.stage.clients(), Progress.none()::step,
				(number) -> this.stage.soon(() -> {
					List<Long> shown = this.pages.all(readers.get(number));
					return shown.containsAll(wanted) && shown.stream().noneMatch(unwanted::contains);
				}));
		return (int) found.stream().filter(Boolean::booleanValue).count();
	}

}
