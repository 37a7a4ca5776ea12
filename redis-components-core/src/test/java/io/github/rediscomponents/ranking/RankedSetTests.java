// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What a {@link RankedSet} does wherever it is connected. Windows have a contract of
 * their own.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class RankedSetTests extends OwnKeysFixture {

	private static final long MAX = RankedSetSettings.MAX_SCORE;

	private final String name = UUID.randomUUID().toString();

	private final RankedSet set = set(RankedSetSettings.defaults());

	RankedSetTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void ranksByScoreWithBothRanks() {
		this.set.set("anna", 10);
		this.set.set("zoe", 30);
		this.set.set("ben", 20);
		this.set.set("adam", 20);
		assertThat(this.set.total().top(10)).containsExactly(new RankedMember("zoe", 30, 1, 1),
				new RankedMember("ben", 20, 2, 2), new RankedMember("adam", 20, 2, 3),
				new RankedMember("anna", 10, 4, 4));
		assertThat(this.set.total().top(2)).extracting(RankedMember::member).containsExactly("zoe", "ben");
		assertThat(this.set.total().get("adam")).contains(new RankedMember("adam", 20, 2, 3));
		assertThat(this.set.total().get("nobody")).isEmpty();
		assertThat(this.set.total().size()).isEqualTo(4);
	}

	@Test
	void hasTheLowestFirstWhereThatIsBest() {
		RankedSet race = set(RankedSetSettings.defaults().withOrder(RankOrder.LOWEST));
		race.set("anna", 61);
		race.set("zoe", 58);
		race.set("ben", 61);
		assertThat(race.total().top(9)).containsExactly(new RankedMember("zoe", 58, 1, 1),
				new RankedMember("anna", 61, 2, 2), new RankedMember("ben", 61, 2, 3));
		assertThat(race.setIfBetter("zoe", 60).total()).isEqualTo(58);
		assertThat(race.setIfBetter("ben", 57).total()).isEqualTo(57);
		assertThat(race.increment("ben", 2).total()).isEqualTo(59);
	}

	@ParameterizedTest
	@EnumSource
	void hasTenThousandEqualScoresInTheOrderOfTheirArrival(RankOrder order) {
		RankedSet ties = set(RankedSetSettings.defaults().withOrder(order));
		List<String> arrival = IntStream.range(0, 10_000).mapToObj((i) -> "m" + (i * 7919) % 10_000).toList();
		arrival.forEach((member) -> ties.set(member, 7));
		List<RankedMember> read = new ArrayList<>();
		LongStream.range(0, 10).forEach((page) -> read.addAll(ties.total().from(page * 1000 + 1, 1000)));
		assertThat(read).extracting(RankedMember::member).containsExactlyElementsOf(arrival);
		assertThat(read).allMatch((member) -> member.rank() == 1);
		assertThat(read).extracting(RankedMember::uniqueRank)
			.containsExactlyElementsOf(LongStream.rangeClosed(1, 10_000).boxed().toList());
	}

	@Test
	void putsWhoReachesAScoreByIncrementsBehindThoseWhoHaveIt() {
		// With ZINCRBY on a score that holds the arrival, anna would keep her turn and be
		// first.
		this.set.increment("anna", 1);
		this.set.increment("ben", 5);
		this.set.increment("carl", 5);
		this.set.increment("anna", 4);
		assertThat(this.set.total().top(3)).extracting(RankedMember::member).containsExactly("ben", "carl", "anna");
		this.set.set("ben", 5);
		this.set.increment("ben", 0);
		assertThat(this.set.total().get("ben").orElseThrow().uniqueRank()).isEqualTo(1);
		this.set.increment("ben", 1);
		this.set.increment("ben", -1);
		assertThat(this.set.total().top(3)).extracting(RankedMember::member).containsExactly("carl", "anna", "ben");
	}

	@Test
	void showsTheNeighboursOfAMember() {
		IntStream.range(0, 100).forEach((i) -> this.set.set("m" + i, i / 2));
		List<RankedMember> around = this.set.total().around("m50", 2);
		assertThat(around).extracting(RankedMember::member).containsExactly("m52", "m53", "m50", "m51", "m48");
		assertThat(around).extracting(RankedMember::uniqueRank).containsExactly(47L, 48L, 49L, 50L, 51L);
		assertThat(around).extracting(RankedMember::rank).containsExactly(47L, 47L, 49L, 49L, 51L);
	}

	@Test
	void showsFewerNeighboursAtTheEnds() {
		IntStream.range(0, 5).forEach((i) -> this.set.set("m" + i, i));
		assertThat(this.set.total().around("m4", 2)).extracting(RankedMember::member).containsExactly("m4", "m3", "m2");
		assertThat(this.set.total().around("m0", 1)).extracting(RankedMember::member).containsExactly("m1", "m0");
		assertThat(this.set.total().around("m2", 0)).containsExactly(new RankedMember("m2", 2, 3, 3));
		assertThat(this.set.total().around("nobody", 2)).isEmpty();
		assertThat(this.set.total().from(6, 10)).isEmpty();
	}

	@Test
	void improvesOnlyWhatIsBetter() {
		assertThat(this.set.setIfBetter("anna", 10).total()).isEqualTo(10);
		assertThat(this.set.setIfBetter("anna", 5).total()).isEqualTo(10);
		assertThat(this.set.setIfBetter("anna", 11).total()).isEqualTo(11);
	}

	@Test
	void keepsEveryScoreOfItsRangeExactly() {
		long[] scores = { MAX, MAX - 1, MAX - 2, 1, 0, -1, -MAX + 1, -MAX };
		for (long score : scores) {
			this.set.set("s" + score, score);
		}
		assertThat(this.set.total().top(20)).extracting(RankedMember::score)
			.containsExactlyElementsOf(LongStream.of(scores).boxed().toList());
		assertThat(this.set.increment("s" + -MAX, MAX).total()).isZero();
		assertThat(this.set.increment("s" + -MAX, MAX - 1).total()).isEqualTo(MAX - 1);
		assertThat(this.set.increment("s" + -MAX, 1).total()).isEqualTo(MAX);
	}

	@Test
	void refusesAnIncrementThatLeadsOutOfTheRange() {
		this.set.set("anna", MAX);
		ScoreRangeException refused = refusal(this.set, "anna", 1);
		assertThat(refused.score()).isEqualTo(MAX);
		assertThat(refused.increment()).isEqualTo(1);
		assertThat(refusal(this.set, "anna", MAX).score()).isEqualTo(MAX);
		RankedSet small = set(RankedSetSettings.defaults().withScores(-5, 100));
		assertThat(refusal(small, "ben", -6).score()).isZero();
		assertThat(small.total().get("ben")).isEmpty();
		assertThat(small.increment("ben", -5).total()).isEqualTo(-5);
		assertThatIllegalArgumentException().isThrownBy(() -> small.set("ben", 101)).withMessageStartingWith("score ");
		// What was reached before the range became smaller stays.
		assertThat(small.setIfBetter("anna", 7).total()).isEqualTo(MAX);
	}

	@Test
	void agreesWithAModelOverRandomChanges() {
		Random random = new Random(42);
		Map<String, long[]> model = new java.util.HashMap<>();
		for (int turn = 1; turn <= 3000; turn++) {
			String member = "m" + random.nextInt(60);
			long value = random.nextInt(9) - 4;
			switch (random.nextInt(4)) {
				case 0 -> change(model, member, value, turn, this.set.set(member, value));
				case 1 -> change(model, member, score(model, member) + value, turn, this.set.increment(member, value));
				case 2 ->
					change(model, member, model.containsKey(member) ? Math.max(score(model, member), value) : value,
							turn, this.set.setIfBetter(member, value));
				default -> assertThat(this.set.remove(member)).isEqualTo(model.remove(member) != null);
			}
		}
		List<String> expected = model.entrySet()
			.stream()
			.sorted(Comparator.comparingLong((Map.Entry<String, long[]> entry) -> -entry.getValue()[0])
				.thenComparingLong((entry) -> entry.getValue()[1]))
			.map((entry) -> entry.getKey() + "=" + entry.getValue()[0] + "#"
					+ (1 + model.values().stream().filter((other) -> other[0] > entry.getValue()[0]).count()))
			.toList();
		assertThat(this.set.total().top(100))
			.extracting((found) -> found.member() + "=" + found.score() + "#" + found.rank())
			.containsExactlyElementsOf(expected);
		assertThat(expected).isNotEmpty();
	}

	private static long score(Map<String, long[]> model, String member) {
		long[] known = model.get(member);
		return (known != null) ? known[0] : 0;
	}

	private static void change(Map<String, long[]> model, String member, long score, int turn, Scores now) {
		assertThat(now.total()).isEqualTo(score);
		long[] known = model.get(member);
		if (known == null || known[0] != score) {
			model.put(member, new long[] { score, turn });
		}
	}

	@Test
	void losesNoIncrementOfMany() {
		Concurrently.repeat(8, 250, () -> this.set.increment("anna", 3));
		assertThat(this.set.total().get("anna")).contains(new RankedMember("anna", 6000, 1, 1));
	}

	@Test
	void countsAnOperationOnce() {
		assertThat(this.set.increment("anna", 5, "order-1").total()).isEqualTo(5);
		this.set.increment("anna", 1, "order-2");
		assertThat(this.set.increment("anna", 5, "order-1").total()).isEqualTo(5);
		assertThat(this.set.total().get("anna").orElseThrow().score()).isEqualTo(6);
	}

	@Test
	void leavesNothingBehindWhenAllAreRemoved() {
		this.set.set("anna", 1);
		this.set.set("ben", 1);
		assertThat(this.set.remove("anna")).isTrue();
		assertThat(this.set.remove("anna")).isFalse();
		assertThat(this.set.remove("ben")).isTrue();
		assertThat(exists("total") + exists("total:members")).isZero();
		this.set.set("carl", 1);
		this.set.clear();
		assertThat(this.set.total().size()).isZero();
	}

	@Test
	void refusesTheOtherOrderThanWhatIsStored() {
		this.set.set("anna", 1);
		RankedSet other = set(RankedSetSettings.defaults().withOrder(RankOrder.LOWEST));
		assertThatIllegalStateException().isThrownBy(() -> other.set("ben", 2)).withMessageContaining("order");
		assertThatIllegalStateException().isThrownBy(() -> other.total().top(1)).withMessageContaining("order");
		assertThat(this.set.total().size()).isEqualTo(1);
	}

	@Test
	void takesMembersOfAnyScript() {
		List<String> members = List.of("小明", "Ирина", "josé", "a b", "{x}", "%", "\u0000", "😀");
		members.forEach((member) -> this.set.set(member, 1));
		assertThat(this.set.total().top(9)).extracting(RankedMember::member).containsExactlyElementsOf(members);
	}

	@Test
	void changesNothingWhenAKeyHoldsAnotherType() {
		CommandPort redis = admin();
		String ranking = key("total");
		redis.call((commands) -> commands.set(ranking, new byte[1]));
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.set.set("anna", 1))
			.withMessageContaining("WRONGTYPE");
		assertThat(exists("total:members")).isZero();
	}

	@Test
	void countsWithoutReadingTheMembers() {
		List<Integer> replies = new ArrayList<>();
		CommandPort counting = InterceptedPort.of(port(), (method, args, real) -> {
			Object reply = real.proceed();
			if (InterceptedPort.script(args).equals("ranking/rank-read")) {
				replies.add(((List<?>) reply).size());
			}
			return reply;
		});
		IntStream.range(0, 50).forEach((i) -> this.set.set("m" + i, i));
		RankedSet counted = RankedSets.create(counting, this.keys, new LiveSettings<>(Map.of()))
			.get(this.name, RankedSetSettings.defaults());
		assertThat(counted.total().size()).isEqualTo(50);
		assertThat(replies).containsExactly(4);
	}

	@Test
	void needsOneScriptForEachOperation() {
		this.set.increment("anna", 1);
		this.set.total().top(1);
		this.set.remove("ben");
		server().resetStats();
		this.set.increment("anna", 1);
		this.set.total().top(3);
		this.set.total().around("anna", 3);
		this.set.remove("ben");
		assertThat(server().commandCalls()).containsEntry("evalsha", 4L).doesNotContainKey("eval");
	}

	@Test
	void checksArgumentsBeforeAnythingIsSent() {
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.set.set("", 1)).withMessageStartingWith("member ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.set.set("x", MAX + 1))
			.withMessageStartingWith("score ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.set.increment("x", Long.MIN_VALUE))
			.withMessageStartingWith("by ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.set.increment("x", 1, ""))
			.withMessageStartingWith("operationId ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.set.now(Period.DAY))
			.withMessageStartingWith("period ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.set.total().top(1001)).withMessageStartingWith("n ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.set.total().from(0, 1))
			.withMessageStartingWith("uniqueRank ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.set.total().around("x", 501))
			.withMessageStartingWith("n ");
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

	@Test
	void aMemberIsRemovedForGoodAfterItsPlaceWasLost() {
		LongStream.range(0, 1200).forEach((i) -> this.set.set("m" + i, i));
		raw("DEL", key("total:members"));
		assertThat(this.set.remove("m700")).isTrue();
		assertThat(this.set.remove("m700")).isFalse();
		assertThat(this.set.total().get("m700")).isEmpty();
		assertThat(this.set.total().size()).isEqualTo(1199);
		raw("DEL", key("total"));
		assertThat(this.set.remove("m1")).isFalse();
		assertThat(this.set.total().size()).isZero();
	}

	private static ScoreRangeException refusal(RankedSet set, String member, long by) {
		return org.assertj.core.api.Assertions.catchThrowableOfType(ScoreRangeException.class,
				() -> set.increment(member, by));
	}

	private long exists(String part) {
		return number("EXISTS", key(part));
	}

	private String key(String part) {
		return this.keys.key("ranked-set", this.name, part);
	}

	private RankedSet set(RankedSetSettings settings) {
		return RankedSets.create(port(), this.keys, new LiveSettings<>(Map.of())).get(this.name, settings);
	}

}
