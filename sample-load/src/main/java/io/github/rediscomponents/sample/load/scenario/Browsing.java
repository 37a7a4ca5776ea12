// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

import io.github.rediscomponents.sample.crowd.Crowd;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.load.guide.CacheCounts;
import io.github.rediscomponents.sample.load.measure.Latencies;
import io.github.rediscomponents.sample.load.measure.Progress;
import io.github.rediscomponents.sample.load.measure.Sampler;
import io.github.rediscomponents.sample.load.measure.Series;

/**
 * All clients reading for a while, and what it cost.
 *
 * @param latencies how long the answers took
 * @param cost what the cache of shops did for it
 * @param hitRate its hit rate over time, in percent of the lookups since the look before
 * @param loads the loads until then, over time
 */
record Browsing(Latencies latencies, CacheCounts cost, Series hitRate, Series loads) {

	private static final Duration STEP = Duration.ofMillis(100);

	private static final Duration LOOK = Duration.ofSeconds(1);

	private static final int PERCENT = 100;

	static Browsing run(Stage stage, ReadMix mix, Duration duration, String name) throws InterruptedException {
		CacheCounts before = counts(stage);
		Latencies latencies = new Latencies(STEP);
		Series hitRate = new Series(name, latencies.began());
		Series loads = new Series(name, latencies.began());
		long end = latencies.began() + duration.toNanos();
		CacheCounts[] last = { before };
		try (Progress progress = stage.progress("read " + name, duration.toSeconds());
				Sampler sampler = new Sampler(LOOK, () -> {
					CacheCounts now = counts(stage);
					if (now.lookups() > last[0].lookups()) {
						hitRate.add(PERCENT * now.since(last[0]).hitRate());
						loads.add(now.since(before).loads());
					}
					last[0] = now;
					progress.stepTo((System.nanoTime() - latencies.began()) / Duration.ofSeconds(1).toNanos());
				})) {
			Crowd.together(stage.clients(), (number) -> read(stage, mix, latencies, end));
		}
		return new Browsing(latencies, counts(stage).since(before), hitRate, loads);
	}

	private static int read(Stage stage, ReadMix mix, Latencies latencies, long end) throws InterruptedException {
		int reads = 0;
		while (System.nanoTime() < end) {
			ReadMix.Read read = mix.next(ThreadLocalRandom.current());
			Reply reply = stage.client().send(read.call());
			latencies.add(read.kind(), reply.began(), reply.took(), reply.done());
			reads++;
		}
		return reads;
	}

	private static CacheCounts counts(Stage stage) throws InterruptedException {
		return stage.meter().isPresent() ? stage.meter().get().read() : CacheCounts.NONE;
	}

}
