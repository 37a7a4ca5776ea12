// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.guide;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.GuideClient;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.crowd.UnusableGuideException;
import tools.jackson.databind.JsonNode;

/**
 * Reads what the cache {@code shop} has done from the meters of all instances: the
 * starter's {@code redis.components.cache.gets} and {@code .load}, as the actuator's
 * endpoint {@code metrics} shows them.
 */
public final class CacheMeter {

	private static final String METRICS = "/actuator/metrics/redis.components.cache.";

	private static final String OF_SHOPS = "?tag=cache:shop";

	/**
	 * Hits: a value, an old value, and the knowledge that there is none; misses, lookups
	 * that the Bloom filter answered, loads, and how often Redis did not answer.
	 */
	private static final List<String> METERS = List.of(result("fresh"), result("stale"), result("null"), result("miss"),
			result("absent"), "load" + OF_SHOPS, "redis.failures" + OF_SHOPS);

	private static final int OK = 200;

	private static final int NOT_FOUND = 404;

	private final GuideClient client;

	private CacheMeter(GuideClient client) {
		this.client = client;
	}

	/**
	 * Looks for the meters.
	 * @param client calls the instances
	 * @return the meter, or empty if an instance does not show its meters
	 */
	public static Optional<CacheMeter> find(GuideClient client) throws InterruptedException {
		for (int i = 0; i < client.instances().size(); i++) {
			if (client.send(i, Call.get("/actuator/metrics")).status() != OK) {
				return Optional.empty();
			}
		}
		return Optional.of(new CacheMeter(client));
	}

	/**
	 * What the cache has done until now. All counts are asked for at once: under load an
	 * answer may take a second.
	 * @throws UnusableGuideException if an instance does not answer
	 */
	public CacheCounts read() throws InterruptedException {
		List<CompletableFuture<Reply>> replies = new ArrayList<>();
		for (int i = 0; i < this.client.instances().size(); i++) {
			for (String meter : METERS) {
				replies.add(this.client.begin(i, Call.get(METRICS + meter)));
			}
		}
		long[] sums = new long[METERS.size()];
		for (int i = 0; i < replies.size(); i++) {
			sums[i % sums.length] += count(await(replies.get(i)));
		}
		// The sum over all results would be of another moment than the single ones, and
		// the hits could be negative.
		long hits = sums[0] + sums[1] + sums[2];
		return new CacheCounts(hits + sums[3] + sums[4], hits, sums[5], sums[6]);
	}

	private static String result(String name) {
		return "gets" + OF_SHOPS + "&tag=result:" + name;
	}

	private static Reply await(CompletableFuture<Reply> reply) throws InterruptedException {
		try {
			return reply.get();
		}
		catch (ExecutionException ex) {
			throw new UnusableGuideException("The meters could not be read", ex);
		}
	}

	/** A meter that does not exist yet has counted nothing. */
	private static long count(Reply reply) {
		if (reply.status() == NOT_FOUND) {
			return 0;
		}
		for (JsonNode measurement : reply.body().path("measurements")) {
			if ("COUNT".equals(measurement.path("statistic").asString())) {
				return measurement.path("value").asLong();
			}
		}
		throw new UnusableGuideException(reply + " has no count");
	}

}
