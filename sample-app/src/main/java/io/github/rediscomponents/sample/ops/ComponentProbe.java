// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import org.springframework.stereotype.Component;

/**
 * Reads the activity of the components in this process from their meters.
 */
@Component
class ComponentProbe implements Probe {

	private static final String CACHE = "redis.components.cache.";

	private static final String LOCK = "redis.components.lock.acquire";

	private static final String LIMITER = "redis.components.ratelimit.decisions";

	private static final String SETTLED = "redis.components.queue.settled";

	private static final String OPERATION = "redis.components.operation";

	private static final String TESTED = "redis.components.bloom.tested";

	private static final String VIEWS = "redis.components.views.counted";

	private static final double PERCENT = 100;

	private final Meters meters;

	private final Rates rates = new Rates();

	ComponentProbe(Meters meters) {
		this.meters = meters;
	}

	@Override
	public void read(Reading reading) {
		cache(reading);
		locks(reading);
		limiter(reading);
		reading.put("views", "counted", growth(VIEWS));
		for (String component : new String[] { "likes", "feed", "follow-graph" }) {
			reading.put("social", component, growth(OPERATION, "component", component));
		}
		for (String component : new String[] { "token-session", "one-time-code" }) {
			reading.put("sessions", component, growth(OPERATION, "component", component));
		}
		for (String answer : new String[] { "absent", "maybe" }) {
			reading.put("bloom", answer, growth(TESTED, "answer", answer));
		}
		for (String outcome : new String[] { "acknowledged", "retried", "dead", "lost" }) {
			reading.put("queue-rate", outcome, growth(SETTLED, "outcome", outcome));
		}
	}

	private void cache(Reading reading) {
		double lookups = growth(CACHE + "gets");
		// A lookup that the filter rejects is neither a hit nor a miss.
		double absent = growth(CACHE + "gets", "result", "absent");
		double hits = lookups - absent - growth(CACHE + "gets", "result", "miss");
		double local = growth(CACHE + "gets", "level", "local");
		// Without a lookup there is no rate: the line has a gap rather than a zero.
		double base = (lookups - absent) / PERCENT;
		reading.put("cache-hits", "rate", hits / base);
		reading.put("cache-hits", "local", local / base);
		reading.put("cache-hits", "redis", (hits - local) / base);
		reading.put("cache-loads", "lookups", lookups);
		reading.put("cache-loads", "loads", growth(CACHE + "load"));
		reading.put("cache-loads", "absent", absent);
	}

	private void locks(Reading reading) {
		double acquired = growth(LOCK, "outcome", "acquired");
		double timedOut = growth(LOCK, "outcome", "timed_out");
		reading.put("lock-rate", "acquired", acquired);
		reading.put("lock-rate", "timed_out", timedOut);
		double waited = this.rates.growth(LOCK + ".millis", this.meters.millis(LOCK));
		reading.put("lock-wait", "mean", waited / (acquired + timedOut));
	}

	private void limiter(Reading reading) {
		double admitted = growth(LIMITER, "outcome", "admitted");
		reading.put("limiter", "admitted", admitted);
		reading.put("limiter", "rejected", growth(LIMITER) - admitted);
	}

	private double growth(String name, String... tags) {
		return this.rates.growth(name + String.join("=", tags), this.meters.count(name, tags));
	}

}
