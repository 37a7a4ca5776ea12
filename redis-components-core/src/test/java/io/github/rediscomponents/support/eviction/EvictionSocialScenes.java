// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.eviction;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.session.CodeIssue;
import io.github.rediscomponents.session.CodeUse;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedItem;
import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.social.Follow;
import io.github.rediscomponents.social.FollowCounts;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.social.FollowSource;
import io.github.rediscomponents.social.SocialObserver;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@link EvictionCampaignTests} plays with follows, feeds and codes.
 */
final class EvictionSocialScenes {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

	private EvictionSocialScenes() {
	}

	static Stream<Scene> of() {
		return Stream.of(new Scene("follow graph", EvictionSocialScenes::followGraph),
				new Scene("feed", EvictionSocialScenes::feed),
				new Scene("one-time codes", EvictionSocialScenes::oneTimeCodes));
	}

	private static Act followGraph(CommandPort port, KeySpace keys, Background background) {
		FollowGraph graph = FollowGraph.create(port, keys, () -> FollowGraphSettings.defaults(), List::of,
				SocialObserver.NONE);
		Table table = new Table(new Follow("anna", "ben"), new Follow("anna", "carl"), new Follow("ben", "anna"));
		return new Act(() -> table.repair(graph), () -> {
			// Whoever looks from either side sees all of it or nothing.
			Answer answer = Answer.RIGHT;
			for (String user : table.users()) {
				List<String> following = table.following(user, null, 10);
				List<String> followers = table.followers(user, null, 10);
				FollowCounts counts = graph.counts(user);
				Set<String> found = new TreeSet<>(graph.following(user, null, 10).items());
				assertThat(found).isEqualTo(graph.followingAmong(user, following)).hasSize((int) counts.following());
				List<String> told = graph.followers(user, null, 10).items();
				assertThat(told).hasSize((int) counts.followers());
				answer = answer
					.and(found.equals(new TreeSet<>(following)) ? Answer.RIGHT : Answer.lessIf(found.isEmpty()));
				answer = answer.and(told.equals(followers) ? Answer.RIGHT : Answer.lessIf(told.isEmpty()));
			}
			// Changes go on as ever.
			graph.follow("ben", "carl");
			assertThat(graph.isFollowing("ben", "carl")).isTrue();
			assertThat(graph.followers("carl", null, 10).items()).contains("ben");
			graph.unfollow("ben", "carl");
			assertThat(graph.isFollowing("ben", "carl")).isFalse();
			assertThat(graph.followers("carl", null, 10).items()).doesNotContain("ben");
			return answer;
		});
	}

	private static Act feed(CommandPort port, KeySpace keys, Background background) {
		StreamQueues streams = StreamQueues.create(port, keys, ValueCodecs.json(), background,
				new LiveSettings<>(Map.of()));
		Feed feed = Feed.create(port, keys, TaskQueues.create(streams, new LiveSettings<>(Map.of())),
				new LiveSettings<>(FeedSettings.defaults().withPullThreshold(1)), SocialObserver.NONE);
		FollowGraph graph = FollowGraph.create(port, keys, () -> FollowGraphSettings.defaults(), () -> List.of(feed),
				SocialObserver.NONE);
		Timeline timeline = new Timeline(feed, graph);
		feed.work(1);
		return new Act(timeline::begin, timeline::ask, streams::close);
	}

	private static Act oneTimeCodes(CommandPort port, KeySpace keys, Background background) {
		OneTimeCodes codes = OneTimeCodePurposes
			.create(port, keys, new LiveSettings<>(Map.of("login", OneTimeCodeSettings.defaults())),
					SessionObserver.NONE)
			.get("login");
		String[] subject = { "", "" };
		AtomicInteger subjects = new AtomicInteger();
		Concurrently.Action begin = () -> {
			// Another one, because the next code of this one would be too soon.
			subject[0] = "user" + subjects.incrementAndGet();
			subject[1] = ((CodeIssue.Issued) codes.issue(subject[0])).code();
			assertThat(codes.use(subject[0], wrong(subject[1])).attemptsLeft()).isEqualTo(4);
		};
		return new Act(begin, () -> {
			CodeIssue again = codes.issue(subject[0]);
			boolean lost = again instanceof CodeIssue.Issued;
			String code = (again instanceof CodeIssue.Issued fresh) ? fresh.code() : subject[1];
			assertThat(codes.use(subject[0], wrong(code)).attemptsLeft()).isEqualTo(lost ? 4 : 3);
			assertThat(codes.use(subject[0], code).accepted()).isTrue();
			assertThat(codes.use(subject[0], code)).isEqualTo(new CodeUse(CodeUse.Outcome.NONE, 0));
			assertThat(codes.issue(subject[0])).isInstanceOf(CodeIssue.TooSoon.class);
			begin.run();
			return lost ? Answer.LESS : Answer.RIGHT;
		});
	}

	private static String wrong(String code) {
		return ((code.charAt(0) == '0') ? "1" : "0") + code.substring(1);
	}

	/** What the application's database has. */
	private record Table(Set<Follow> rows) implements FollowSource {

		Table(Follow... rows) {
			this(Set.of(rows));
		}

		Set<String> users() {
			return this.rows.stream()
				.flatMap((row) -> Stream.of(row.user(), row.followed()))
				.collect(Collectors.toCollection(TreeSet::new));
		}

		void repair(FollowGraph graph) {
			users().forEach((user) -> graph.repair(user, this));
		}

		@Override
		public List<String> following(String user, @Nullable String after, int limit) {
			return page(this.rows.stream().filter((row) -> row.user().equals(user)).map(Follow::followed), after);
		}

		@Override
		public List<String> followers(String user, @Nullable String after, int limit) {
			return page(this.rows.stream().filter((row) -> row.followed().equals(user)).map(Follow::user), after);
		}

		private static List<String> page(Stream<String> users, @Nullable String after) {
			return users.sorted().filter((user) -> after == null || user.compareTo(after) > 0).toList();
		}

		@Override
		public Set<Follow> existing(Collection<Follow> follows) {
			return follows.stream().filter(this.rows::contains).collect(Collectors.toSet());
		}

	}

	/**
	 * Anna reads ben, whose posts are pushed, and carl, whose posts she pulls, because
	 * dora reads him too.
	 */
	private static final class Timeline {

		private final Feed feed;

		private final FollowGraph graph;

		private final Table table = new Table(new Follow("anna", "ben"), new Follow("anna", "carl"),
				new Follow("dora", "carl"));

		/** What the application's database has, the oldest first. */
		private final List<FeedItem> posts = new ArrayList<>();

		private int number;

		Timeline(Feed feed, FollowGraph graph) {
			this.feed = feed;
			this.graph = graph;
		}

		void begin() {
			this.table.repair(this.graph);
			for (String author : List.of("ben", "carl")) {
				this.feed.restore(author, of(author));
			}
			// Those who read in between have at most the backfill.
			this.feed.forget("anna");
			this.feed.forget("dora");
			post("ben");
			FeedItem regretted = this.posts.remove(this.posts.size() - 1);
			assertThat(this.feed.delete(regretted.author(), regretted.id())).isTrue();
			awaitTasks();
			assertThat(reads("anna", "ben", "carl").and(reads("dora", "carl"))).isEqualTo(Answer.RIGHT);
		}

		/** One each. */
		private void post(String... authors) {
			for (String author : authors) {
				int number = this.number++;
				FeedItem item = new FeedItem(author, "p" + number, NOON.plusSeconds(number));
				this.posts.add(item);
				this.feed.publish(author, item.id(), item.time());
			}
			awaitTasks();
		}

		private List<FeedItem> of(String... authors) {
			return this.posts.stream().filter((post) -> List.of(authors).contains(post.author())).toList();
		}

		private void awaitTasks() {
			Eviction.await(() -> this.feed.tasks().depth() == 0);
			assertThat(this.feed.tasks().deadLetters()).isZero();
		}

		/** Nothing that is not to be read, nothing twice and nothing out of its order. */
		private Answer reads(String reader, String... authors) {
			List<FeedItem> page = this.feed.page(reader, null, 100).items();
			List<FeedItem> right = new ArrayList<>(of(authors));
			Collections.reverse(right);
			assertThat(page).doesNotHaveDuplicates();
			if (page.equals(right)) {
				return Answer.RIGHT;
			}
			right.retainAll(page);
			assertThat(page).as("read by %s", reader).isEqualTo(right);
			return Answer.LESS;
		}

		Answer ask() {
			Answer answer = reads("anna", "ben", "carl").and(reads("dora", "carl"));
			post("ben", "carl");
			return answer.and(reads("anna", "ben", "carl")).and(reads("dora", "carl"));
		}

	}

}
