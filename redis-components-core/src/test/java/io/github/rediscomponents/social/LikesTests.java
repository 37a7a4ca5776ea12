// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsDefaultUser;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.RedisCommandException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

/**
 * What {@link Likes} do wherever they are connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class LikesTests extends OwnKeysFixture {

	private final String post = "post:" + UUID.randomUUID();

	private final Likes likes = Likes.create(port(), this.keys);

	LikesTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void turnOverWithStateAndCount() {
		assertThat(this.likes.toggle(this.post, "anna")).isEqualTo(new LikeResult(true, true, 1));
		assertThat(this.likes.toggle(this.post, "ben")).isEqualTo(new LikeResult(true, true, 2));
		assertThat(this.likes.toggle(this.post, "anna")).isEqualTo(new LikeResult(false, true, 1));
		assertThat(this.likes.state(this.post, "anna")).isEqualTo(new LikeState(false, 1));
		assertThat(this.likes.state(this.post, "ben")).isEqualTo(new LikeState(true, 1));
		assertThat(this.likes.count(this.post)).isEqualTo(1);
	}

	@Test
	void areGivenAndTakenBackOnce() {
		assertThat(this.likes.like(this.post, "anna")).isEqualTo(new LikeResult(true, true, 1));
		assertThat(this.likes.like(this.post, "anna")).isEqualTo(new LikeResult(true, false, 1));
		assertThat(this.likes.unlike(this.post, "anna")).isEqualTo(new LikeResult(false, true, 0));
		assertThat(this.likes.unlike(this.post, "anna")).isEqualTo(new LikeResult(false, false, 0));
		assertThat(server().masterFor(key()).command("EXISTS", key())).hasToString("0");
	}

	@Test
	void listTheEarliestFirst() {
		// Not in the order of their names, in which a sorted set has equal scores.
		List.of("zoe", "anna", "mia", "ben").forEach((user) -> this.likes.like(this.post, user));
		this.likes.like(this.post, "zoe");
		this.likes.toggle(this.post, "anna");
		this.likes.toggle(this.post, "anna");
		assertThat(this.likes.earliest(this.post, 10)).extracting(Like::user)
			.containsExactly("zoe", "mia", "ben", "anna");
		assertThat(this.likes.latest(this.post, 2)).extracting(Like::user).containsExactly("anna", "ben");
		Like first = this.likes.earliest(this.post, 1).get(0);
		assertThat(first.at()).isCloseTo(Instant.now(), within(Duration.ofMinutes(1)));
	}

	@Test
	void keepTheOrderOfArrivalOfTenThousand() {
		List<String> users = IntStream.range(0, 10_000).mapToObj((i) -> "u" + (i * 7919) % 10_000).toList();
		users.forEach((user) -> this.likes.like(this.post, user));
		List<String> read = new ArrayList<>();
		Instant after = Instant.EPOCH;
		for (List<Like> page = this.likes.earliest(this.post, after, 999); !page.isEmpty(); page = this.likes
			.earliest(this.post, after, 999)) {
			page.forEach((like) -> read.add(like.user()));
			after = page.get(page.size() - 1).at();
		}
		assertThat(read).containsExactlyElementsOf(users);
		assertThat(this.likes.latest(this.post, 1).get(0).user()).isEqualTo(users.get(9999));
	}

	@Test
	void keepTheirOrderWhenTheServersClockIsBehindTheLastLike() {
		long later = (System.currentTimeMillis() + 3_600_000) * 1000;
		server().masterFor(key()).command("ZADD", key(), String.valueOf(later), "future");
		this.likes.like(this.post, "b");
		this.likes.like(this.post, "a");
		assertThat(this.likes.earliest(this.post, 5)).extracting(Like::user).containsExactly("future", "b", "a");
	}

	@Test
	void pageWithoutRepeatingOrMissingWhileOthersComeAndGo() {
		IntStream.range(0, 300).forEach((i) -> this.likes.like(this.post, "u" + i));
		List<String> read = new ArrayList<>();
		List<Like> page = this.likes.latest(this.post, 20);
		for (int n = 0; !page.isEmpty(); n++) {
			page.forEach((like) -> read.add(like.user()));
			this.likes.like(this.post, "new" + n);
			this.likes.unlike(this.post, read.get(read.size() - 1));
			this.likes.unlike(this.post, "u" + n);
			page = this.likes.latest(this.post, page.get(page.size() - 1).at(), 20);
		}
		assertThat(read).doesNotHaveDuplicates()
			.containsAll(IntStream.range(20, 300).mapToObj((i) -> "u" + i).toList())
			.noneMatch((user) -> user.startsWith("new"));
	}

	@Test
	void countEachOfManyWhoTurnOverAtOnce() {
		AtomicInteger next = new AtomicInteger();
		// Each user turns over three times, on whatever thread.
		List<LikeResult> results = Concurrently.repeat(8, 150,
				() -> this.likes.toggle(this.post, "u" + next.getAndIncrement() % 400));
		assertThat(results.stream().filter(LikeResult::liked)).hasSize(800);
		assertThat(this.likes.count(this.post)).isEqualTo(400);
		assertThat(results).allMatch(LikeResult::changed);
	}

	@Test
	@AsDefaultUser(AsDefaultUser.COUNTS)
	void tellTheStateOfManyThingsInOneFlush() {
		this.likes.like(this.post, "anna");
		this.likes.like(this.post + "b", "ben");
		server().resetStats();
		Map<String, LikeState> states = this.likes
			.states(List.of(this.post + "c", this.post, this.post + "b", this.post), "anna");
		assertThat(states).containsExactly(Map.entry(this.post + "c", new LikeState(false, 0)),
				Map.entry(this.post, new LikeState(true, 1)), Map.entry(this.post + "b", new LikeState(false, 1)));
		assertThat(server().commandCalls().get("evalsha")).isBetween(3L, 6L);
		assertThat(this.likes.states(List.of(), "anna")).isEmpty();
	}

	@Test
	void needOneScriptForEachOperation() {
		this.likes.toggle(this.post, "anna");
		this.likes.state(this.post, "anna");
		this.likes.earliest(this.post, 1);
		server().resetStats();
		this.likes.toggle(this.post, "anna");
		this.likes.state(this.post, "anna");
		this.likes.earliest(this.post, 1);
		assertThat(server().commandCalls()).containsEntry("evalsha", 3L).doesNotContainKey("eval");
	}

	@Test
	void areClearedAndLeaveOthersAlone() {
		this.likes.like(this.post, "anna");
		this.likes.like(this.post + "b", "anna");
		this.likes.clear(this.post);
		assertThat(this.likes.count(this.post)).isZero();
		assertThat(this.likes.count(this.post + "b")).isEqualTo(1);
	}

	@Test
	void changeNothingWhereAKeyHoldsAnotherType() {
		server().masterFor(key()).command("SET", key(), "text");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.likes.toggle(this.post, "anna"))
			.withMessageContaining("WRONGTYPE");
	}

	@Test
	void checkArgumentsBeforeAnythingIsSent() {
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.likes.toggle("", "anna"))
			.withMessageStartingWith("subject ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.likes.like(this.post, "x".repeat(513)))
			.withMessageStartingWith("user ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.likes.states(List.of(this.post, ""), "anna"))
			.withMessageStartingWith("subject ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.likes.earliest(this.post, 0))
			.withMessageStartingWith("n ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.likes.latest(this.post, 1001))
			.withMessageStartingWith("n ");
		assertThat(this.likes.earliest(this.post, Instant.MIN, 1)).isEmpty();
		assertThat(server().commandCalls().getOrDefault("evalsha", 0L)).isLessThanOrEqualTo(1);
	}

	private String key() {
		return this.keys.key("likes", this.post);
	}

}
