package io.github.rediscomponents.sample.load.guide;

import java.util.List;
import java.util.Optional;

import tools.jackson.databind.JsonNode;

/**
 * Reads what the cache {@code shop} has done from the meters of all instances: the
 * starter's {@code redis.components.cache.gets} and {@code .load}, as the actuator's
 * endpoint {@code metrics} shows them.
 */
public final class CacheMeter {

	private static final String METRICS = "/actuator/metrics/redis.components.cache.";

	private static final String OF_SHOPS = "?tag=cache:shop";

	/** A value, an old value, and the knowledge that there is none. */
	private static final List<String> HITS = List.of("fresh", "stale", "null");

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
	 * What the cache has done until now.
	 * @throws UnusableGuideException if an instance does not answer
	 */
	public CacheCounts read() throws InterruptedException {
		CacheCounts sum = CacheCounts.NONE;
		for (int i = 0; i < this.client.instances().size(); i++) {
			sum = sum.plus(read(i));
		}
		return sum;
	}

	/**
	 * The sum over all results would be of another moment than the single ones, and the
	 * hits could be negative.
	 */
	private CacheCounts read(int instance) throws InterruptedException {
		long hits = 0;
		for (String result : HITS) {
			hits += count(instance, "gets" + OF_SHOPS + "&tag=result:" + result);
		}
		long misses = count(instance, "gets" + OF_SHOPS + "&tag=result:miss");
		return new CacheCounts(hits + misses, hits, count(instance, "load" + OF_SHOPS),
				count(instance, "redis.failures" + OF_SHOPS));
	}

	/** A meter that does not exist yet has counted nothing. */
	private long count(int instance, String meter) throws InterruptedException {
		Reply reply = this.client.send(instance, Call.get(METRICS + meter));
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
