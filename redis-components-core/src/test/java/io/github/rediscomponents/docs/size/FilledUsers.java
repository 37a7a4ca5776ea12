// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.size;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.docs.size.FilledRoom.Env;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.session.NewSession;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.OneTimeCodes;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessionSettings;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedItem;
import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.social.SocialObserver;

import static io.github.rediscomponents.docs.size.FilledBasics.atOnce;
import static io.github.rediscomponents.docs.size.FilledBasics.times;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What users are known by, whom they follow, what they read, and their logins.
 */
final class FilledUsers {

	private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

	private FilledUsers() {
	}

	static List<FilledRoom> all() {
		return List.of(new FilledRoom("BloomFilter", Map.of(), FilledUsers::known),
				new FilledRoom("BloomFilter, being rebuilt", Map.of(), FilledUsers::rebuilt),
				new FilledRoom("FollowGraph", Map.of("follow", 22_500, "change", 45_000), FilledUsers::follows),
				new FilledRoom("Feed", Map.of("post", 10_000, "item", 10_000, "task", 1000), FilledUsers::feed),
				new FilledRoom("TokenSessions, one of a user", Map.of(), FilledUsers::logins),
				new FilledRoom("TokenSessions, 20 of a user", Map.of("session", 2000), FilledUsers::devices),
				new FilledRoom("OneTimeCodes", Map.of(), FilledUsers::codes));
	}

	private static void known(Env env) {
		BloomFilter filter = filter(env);
		filter.create();
		filter.addAll(IntStream.range(0, 1000).mapToObj(FilledUsers::user).toList());
	}

	private static void rebuilt(Env env, Runnable look) throws InterruptedException {
		BloomFilter filter = filter(env);
		filter.create();
		boolean done = filter.rebuild(() -> {
			look.run();
			return Stream.of(user(1));
		}, (read) -> {
		});
		assertThat(done).isTrue();
	}

	private static BloomFilter filter(Env env) {
		return BloomFilters
			.create(env.redis(), env.keys(), env.background(), new LiveSettings<>(Map.of()), BloomFilterObserver.NONE)
			.get("users", BloomFilterSettings.of(1_000_000).withSettle(Duration.ZERO));
	}

	private static void follows(Env env) {
		FollowGraph graph = graph(env);
		// As many on each side.
		atOnce(22_500, (i) -> graph.follow(user(i / 150), user(1000 + i % 150)));
	}

	private static void feed(Env env) {
		try (StreamQueues streams = StreamQueues.create(env.redis(), env.keys(), ValueCodecs.json(), env.background(),
				new LiveSettings<>(Map.of()))) {
			Feed feed = Feed.create(env.redis(), env.keys(), TaskQueues.create(streams, new LiveSettings<>(Map.of())),
					new LiveSettings<>(FeedSettings.defaults()), SocialObserver.NONE);
			times(100, (i) -> feed.publish(user(i % 10), "post-" + (100_000 + i)));
			times(100, (i) -> feed.delete(user(i % 10), "post-" + (100_000 + i)));
			times(10, (i) -> feed.restore(user(i), posts(i)));
			FollowGraph graph = graph(env);
			times(100, (i) -> graph.follow(user(10 + i / 10), user(i % 10)));
			times(10, (i) -> feed.page(user(10 + i), null, 1));
			// Nobody works on their tasks; outboxes are full.
			times(1000, (i) -> feed.publish(user(i % 10), "post-" + (300_000 + i)));
		}
		// These have rows of their own.
		List<String> parts = List.of("following", "followers", "changes");
		String[] follows = IntStream.range(0, 20)
			.boxed()
			.flatMap((i) -> parts.stream().map((part) -> env.keys().key("follow-graph", user(i), part)))
			.toArray(String[]::new);
		env.redis().call((commands) -> commands.unlink(follows));
	}

	private static List<FeedItem> posts(int author) {
		return IntStream.range(0, 1000)
			.mapToObj((i) -> new FeedItem(user(author), "post-" + (200_000 + author * 1000 + i), NOON.plusSeconds(i)))
			.toList();
	}

	private static FollowGraph graph(Env env) {
		return FollowGraph.create(env.redis(), env.keys(), () -> FollowGraphSettings.defaults(), List::of,
				SocialObserver.NONE);
	}

	private static void logins(Env env) {
		TokenSessions sessions = sessions(env);
		times(200, (i) -> sessions.issue(session(i).withDevice("phone")));
		times(100, (i) -> sessions.revokeAll(user(i)));
	}

	private static void devices(Env env) {
		TokenSessions sessions = sessions(env);
		atOnce(2000, (i) -> sessions.issue(session(i % 100).withDevice("phone" + i / 100)));
	}

	private static NewSession session(int user) {
		return NewSession.of(user(user)).withAttribute("role", "customer");
	}

	private static TokenSessions sessions(Env env) {
		return TokenSessions.create(env.redis(), env.keys(), new LiveSettings<>(TokenSessionSettings.defaults()),
				SessionObserver.NONE);
	}

	private static void codes(Env env) {
		OneTimeCodes codes = OneTimeCodePurposes
			.create(env.redis(), env.keys(), new LiveSettings<>(Map.of()), SessionObserver.NONE)
			.get("login", OneTimeCodeSettings.defaults());
		times(100, (i) -> codes.issue(user(i)));
	}

	private static String user(int i) {
		return "user-" + (100_000 + i);
	}

}
