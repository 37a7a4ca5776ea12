// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.Crowd;
import io.github.rediscomponents.sample.crowd.Member;
import io.github.rediscomponents.sample.load.measure.Latencies;
import io.github.rediscomponents.sample.load.measure.Plot;
import io.github.rediscomponents.sample.load.measure.Progress;
import io.github.rediscomponents.sample.load.measure.Series;

/**
 * An author with many followers publishes, all of them look whether it arrives, and some
 * scroll through everything while more is published and deleted.
 *
 * @param followers how many
 * @param posts how many posts all followers are asked for
 * @param depth how many posts there are to scroll through besides
 * @param readers how many of the followers scroll
 */
public record FeedRush(int followers, int posts, int depth, int readers) implements Scenario {

	private static final Duration STEP = Duration.ofMillis(100);

	private static final Duration AT_ONCE = Duration.ofSeconds(2);

	@Override
	public String name() {
		return "feed";
	}

	@Override
	public Outcome run(Stage stage) throws InterruptedException {
		Member owner = stage.member();
		long shop = stage.shop(owner, "Load posts");
		List<Member> members = stage.members(this.followers);
		follow(stage, owner.id(), members);
		Latencies latencies = new Latencies(STEP);
		Author author = new Author(stage.client(), latencies, owner, shop);
		FeedPages pages = new FeedPages(stage, latencies);
		Outcome.Notes notes = new Outcome.Notes();
		Series reached = new Series("followers of the sample", latencies.began());
		new FanOut(stage, pages, reached).check(author.publish(this.posts), members, notes);
		notes.figure("inboxes", "%d posts to %d followers: %d entries", this.posts, members.size(),
				(long) this.posts * members.size());
		List<Member> sample = members.subList(0, Math.min(this.readers, members.size()));
		new Scrolling(stage, author, pages, notes).check(sample, this.depth);
		List<Latencies.Row> publishing = latencies.rows()
			.stream()
			.filter((row) -> row.kind().equals("publish"))
			.toList();
		double slowest = publishing.stream().mapToDouble(Latencies.Row::max).max().orElse(0);
		notes.check(slowest < AT_ONCE.toMillis(), "publishing answers at once, not when all have it",
				"the slowest of %d after %.0f ms", publishing.stream().mapToLong(Latencies.Row::count).sum(), slowest);
		notes.plot(Plot.of(latencies));
		notes.plot(Plot.counts("Followers of the sample whose feed has all " + this.posts + " posts", "followers",
				List.of(reached)));
		return notes.outcome("Feed: %d followers".formatted(this.followers), latencies);
	}

	/** The readers follow and read their feeds once, so that they are active. */
	private void follow(Stage stage, long author, List<Member> members) throws InterruptedException {
		FeedPages pages = new FeedPages(stage, new Latencies(STEP));
		try (Progress progress = stage.progress("follow", members.size())) {
			Crowd.run(members.size(), stage.clients(), progress::step, (number) -> {
				Member member = members.get(number);
				stage.ask(Call.put("/follow/" + author + "/true").as(member.token()), (reply) -> {
				}).data();
				return pages.first(member).size();
			});
		}
	}

}
