// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Page;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A graph and a feed of their own for each test, and looks at what Redis holds of them.
 */
abstract class FeedFixture extends OwnKeysFixture {

	static final Duration PATIENCE = Duration.ofMinutes(5);

	static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

	static final WorkQueueSettings QUICK = WorkQueueSettings.defaults()
		.withVisibility(Duration.ofSeconds(1))
		.withBackoff(Duration.ofMillis(20), Duration.ofMillis(100))
		// A process that stands still for a second is one of them.
		.withMaxDeliveries(50)
		.withConsumerTtl(Duration.ofSeconds(1));

	final LiveSettings<FeedSettings> settings = new LiveSettings<>(FeedSettings.defaults().withBatchSize(50));

	private final Background background = new Background();

	private final StreamQueues streams = StreamQueues.create(port(), this.keys, ValueCodecs.json(), this.background,
			new LiveSettings<>(Map.of()));

	final Feed feed = RedisFeed.create(port(), this.keys, TaskQueues.create(this.streams, new LiveSettings<>(Map.of())),
			QUICK, this.settings, SocialObserver.NONE);

	final FollowGraph graph = FollowGraph.create(port(), this.keys, () -> FollowGraphSettings.defaults(),
			() -> List.of(this.feed), SocialObserver.NONE);

	FeedFixture(RedisTopology topology) {
		super(topology);
	}

	@AfterEach
	void stop() {
		this.streams.stop(Duration.ofSeconds(5));
		this.background.close();
	}

	/** Follows, and reads once, so that there is an inbox. */
	void reader(String user, String... authors) {
		for (String author : authors) {
			this.graph.follow(user, author);
		}
		this.feed.page(user, null, 1);
	}

	/** Readers {@code r0}, {@code r1} and so on. */
	List<String> readers(int n, String author) {
		List<String> readers = IntStream.range(0, n).mapToObj((i) -> "r" + i).toList();
		readers.parallelStream().forEach((reader) -> reader(reader, author));
		return readers;
	}

	void awaitTasks() {
		await().atMost(PATIENCE).until(() -> this.feed.tasks().depth() == 0);
		assertThat(this.feed.tasks().deadLetters()).isZero();
	}

	List<String> ids(String reader) {
		return all(reader, 100).stream().map(FeedItem::id).toList();
	}

	List<FeedItem> all(String reader, int size) {
		List<FeedItem> items = new ArrayList<>();
		String cursor = null;
		do {
			Page<FeedItem> page = this.feed.page(reader, cursor, size);
			items.addAll(page.items());
			cursor = page.next();
		}
		while (cursor != null);
		return items;
	}

	/** What lies in the inbox, the oldest first, by id. */
	List<String> inbox(String reader) {
		return ((List<?>) command(inboxKey(reader), "ZRANGEBYLEX", inboxKey(reader), "[0", "+")).stream()
			.map(String::valueOf)
			.map((item) -> item.substring(12, item.indexOf('\0')))
			.toList();
	}

	boolean hasInbox(String reader) {
		return number("EXISTS", inboxKey(reader)) == 1;
	}

	String inboxKey(String reader) {
		return this.keys.key("feed", reader, "inbox");
	}

	@Nullable Object command(String key, String... words) {
		return server().masterFor(key).command(words);
	}

	static List<String> numbered(String prefix, int from, int to) {
		return IntStream.range(from, to).mapToObj((i) -> prefix + i).toList();
	}

}
