// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.Crowd;
import io.github.rediscomponents.sample.crowd.GuideClient;
import io.github.rediscomponents.sample.crowd.Member;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.load.guide.CacheCounts;
import io.github.rediscomponents.sample.load.guide.CacheMeter;
import io.github.rediscomponents.sample.load.measure.Latencies;
import io.github.rediscomponents.sample.load.measure.Plot;
import io.github.rediscomponents.sample.load.measure.Progress;
import io.github.rediscomponents.sample.load.measure.Series;

/**
 * Many readers ask all instances at the same moment for a shop that is not in the cache:
 * first a new one, then the same one each time after a change. After that they ask for
 * shops that do not exist.
 *
 * @param readers how many
 * @param rounds how often
 */
public record ColdKey(int readers, int rounds) implements Scenario {

	private static final Duration STEP = Duration.ofMillis(20);

	/** Far beyond the ids that are given out. */
	private static final long UNKNOWN = 1_000_000_000_000L;

	@Override
	public String name() {
		return "cold-key";
	}

	@Override
	public Outcome run(Stage stage) throws InterruptedException {
		Member owner = stage.member();
		long shop = stage.shop(owner, "Cold shop");
		Latencies latencies = new Latencies(STEP);
		Rush cold = new Rush(stage, latencies, "cold shop");
		Rush absent = new Rush(stage, latencies, "unknown shop");
		Rush known = new Rush(stage, latencies, "known to be absent");
		int latest = 0;
		try (Progress progress = stage.progress("read at once", this.rounds)) {
			for (int round = 0; round < this.rounds; round++) {
				if (round > 0) {
					change(stage, owner, shop, round);
				}
				latest += cold.read(shop, round);
				absent.read(UNKNOWN + shop * this.rounds + round, -1);
				known.read(UNKNOWN + shop * this.rounds + round, -1);
				progress.step();
			}
		}
		Outcome.Notes notes = new Outcome.Notes();
		int reads = this.readers * this.rounds;
		notes.check(latest == reads, "every reader gets the shop as it was changed last", "%d of %d", latest, reads);
		notes.check(absent.refused + known.refused == 2 * reads, "nobody gets a shop that does not exist",
				"%d of %d refused", absent.refused + known.refused, 2 * reads);
		cold.checkLoads(notes, "a cold shop costs one load", 1, 1);
		absent.checkLoads(notes, "an unknown shop costs at most one load", 0, 1);
		known.checkLoads(notes, "what is known to be absent costs none", 0, 0);
		if (stage.meter().isPresent()) {
			notes.figure("Redis did not answer the cache in time", "%d times", cold.late + absent.late + known.late);
		}
		notes.plot(Plot.of(latencies));
		notes.plot(Plot.counts("Database loads, summed up", "loads", List.of(cold.sum, absent.sum, known.sum)));
		return notes.outcome("Cold key: %d readers at once, %d times".formatted(this.readers, this.rounds), latencies);
	}

	private static void change(Stage stage, Member owner, long shop, int round) throws InterruptedException {
		String json = "{\"id\":%d,\"sold\":%d}".formatted(shop, round);
		stage.prepare(Call.put("/shop").as(owner.token()).with(json));
	}

	/** All readers at the same moment, and what they cost. */
	private final class Rush {

		private final Stage stage;

		private final Latencies latencies;

		private final String kind;

		private final List<Long> loads = new ArrayList<>();

		private final Series sum;

		private int refused;

		private long late;

		Rush(Stage stage, Latencies latencies, String kind) {
			this.stage = stage;
			this.latencies = latencies;
			this.kind = kind;
			this.sum = new Series(kind, latencies.began());
		}

		/** How many of them got the shop with so many sold. */
		int read(long shop, int sold) throws InterruptedException {
			GuideClient client = this.stage.client();
			CacheCounts before = counts();
			List<Reply> replies = Crowd.together(ColdKey.this.readers,
					(number) -> client.send(number, Call.get("/shop/" + shop)));
			CacheCounts cost = counts().since(before);
			this.loads.add(cost.loads());
			this.late += cost.late();
			if (this.stage.meter().isPresent()) {
				this.sum.add(this.loads.stream().mapToLong(Long::longValue).sum());
			}
			replies.forEach((reply) -> this.latencies.add(this.kind, reply.began(), reply.took(), reply.clear()));
			this.refused += (int) replies.stream().filter(Reply::refused).count();
			return (int) replies.stream()
				.filter((reply) -> reply.done() && reply.data().path("id").asLong() == shop
						&& reply.data().path("sold").asInt() == sold)
				.count();
		}

		private CacheCounts counts() throws InterruptedException {
			CacheMeter meter = this.stage.meter().orElse(null);
			return (meter != null) ? meter.read() : CacheCounts.NONE;
		}

		void checkLoads(Outcome.Notes notes, String invariant, long least, long most) {
			if (this.stage.meter().isEmpty()) {
				notes.notChecked(invariant, "the instances do not show their meters");
				return;
			}
			boolean held = this.loads.stream().allMatch((cost) -> cost >= least && cost <= most);
			notes.check(held, invariant, "%d reads each time, loads: %s", ColdKey.this.readers, this.loads);
		}

	}

}
