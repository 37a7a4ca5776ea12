// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.Member;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.crowd.UnusableGuideException;
import io.github.rediscomponents.sample.load.measure.Latencies;
import tools.jackson.databind.JsonNode;

/**
 * Reads feeds as the page does: from now backwards, by the time and the offset that the
 * page before named.
 */
final class FeedPages {

	/** More than an inbox holds. */
	private static final int MOST_PAGES = 1100;

	/** Whatever the clocks of the instances say. */
	private static final long AHEAD = Duration.ofMinutes(1).toMillis();

	private final Stage stage;

	private final Latencies latencies;

	FeedPages(Stage stage, Latencies latencies) {
		this.stage = stage;
		this.latencies = latencies;
	}

	/** The newest page of a feed. */
	List<Long> first(Member reader) throws InterruptedException {
		return ids(page(reader, System.currentTimeMillis() + AHEAD, 0));
	}

	/** The whole feed, in the order in which it is shown. */
	List<Long> all(Member reader) throws InterruptedException {
		List<Long> ids = new ArrayList<>();
		long time = System.currentTimeMillis() + AHEAD;
		long offset = 0;
		for (int i = 0; i < MOST_PAGES; i++) {
			JsonNode page = page(reader, time, offset);
			List<Long> more = ids(page);
			if (more.isEmpty()) {
				return ids;
			}
			ids.addAll(more);
			time = page.path("minTime").asLong();
			offset = page.path("offset").asLong();
		}
		throw new UnusableGuideException("The feed of " + reader + " does not end");
	}

	private JsonNode page(Member reader, long time, long offset) throws InterruptedException {
		Call call = Call.get("/blog/of/follow?lastId=" + time + "&offset=" + offset).as(reader.token());
		Reply reply = this.stage.ask(call, this::measure);
		return reply.data();
	}

	private void measure(Reply reply) {
		this.latencies.add("feed page", reply.began(), reply.took(), reply.done());
	}

	private static List<Long> ids(JsonNode page) {
		List<Long> ids = new ArrayList<>();
		page.path("list").forEach((post) -> ids.add(post.path("id").asLong()));
		return ids;
	}

}
