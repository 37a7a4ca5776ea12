// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.GuideClient;
import io.github.rediscomponents.sample.crowd.Member;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.load.measure.Latencies;

/**
 * An author that publishes and deletes posts, one after the other.
 */
final class Author {

	private final GuideClient client;

	private final Latencies latencies;

	private final Member member;

	private final long shop;

	Author(GuideClient client, Latencies latencies, Member member, long shop) {
		this.client = client;
		this.latencies = latencies;
		this.member = member;
		this.shop = shop;
	}

	long id() {
		return this.member.id();
	}

	/** Publishes a post and returns its id. */
	long publish() throws InterruptedException {
		String post = GuideClient
			.json(Map.of("title", "Load", "content", "A post.", "images", "", "shopId", this.shop));
		return send("publish", Call.post("/blog").with(post)).data().asLong();
	}

	/** The ids of posts that it publishes, the oldest first. */
	List<Long> publish(int posts) throws InterruptedException {
		List<Long> ids = new ArrayList<>();
		for (int i = 0; i < posts; i++) {
			ids.add(publish());
		}
		return ids;
	}

	void delete(long post) throws InterruptedException {
		send("delete", Call.delete("/blog/" + post)).data();
	}

	private Reply send(String kind, Call call) throws InterruptedException {
		Reply reply = this.client.send(call.as(this.member.token()));
		this.latencies.add(kind, reply.began(), reply.took(), reply.done());
		return reply;
	}

}
