// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.RedisCommandException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a {@link FollowGraph} does wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class FollowGraphTests extends OwnKeysFixture {

	private final FollowGraph graph = graph(FollowGraphSettings.defaults());

	FollowGraphTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void followsAndUnfollowsOnce() {
		assertThat(this.graph.follow("anna", "ben")).isEqualTo(FollowResult.FOLLOWED);
		assertThat(this.graph.follow("anna", "ben")).isEqualTo(FollowResult.ALREADY_FOLLOWING);
		assertThat(this.graph.isFollowing("anna", "ben")).isTrue();
		assertThat(this.graph.isFollowing("ben", "anna")).isFalse();
		assertThat(this.graph.counts("anna")).isEqualTo(new FollowCounts(1, 0));
		assertThat(this.graph.counts("ben")).isEqualTo(new FollowCounts(0, 1));
		assertThat(this.graph.unfollow("anna", "ben")).isTrue();
		assertThat(this.graph.unfollow("anna", "ben")).isFalse();
		assertThat(this.graph.counts("anna")).isEqualTo(new FollowCounts(0, 0));
		assertThat(this.graph.counts("ben")).isEqualTo(new FollowCounts(0, 0));
		assertThat(exists("anna", "following") + exists("ben", "followers")).isZero();
	}

	@Test
	void listsTheLastOneFirstAndFollowersByTheirBytes() {
		List.of("zoe", "小明", "ben", "{x}", "a b").forEach((other) -> this.graph.follow("anna", other));
		this.graph.follow("anna", "zoe");
		assertThat(this.graph.following("anna", null, 9).items()).containsExactly("a b", "{x}", "ben", "小明", "zoe");
		List.of("zoe", "小明", "ben").forEach((other) -> this.graph.follow(other, "anna"));
		assertThat(this.graph.followers("anna", null, 9)).isEqualTo(Page.of(List.of("ben", "zoe", "小明"), null));
	}

	@Test
	void pagesEachOneOnceWhileOthersComeAndGo() {
		IntStream.range(0, 300).forEach((i) -> {
			this.graph.follow("anna", "u" + i);
			this.graph.follow("u" + i, "ben");
		});
		List<String> following = new ArrayList<>();
		List<String> followers = new ArrayList<>();
		Page<String> page = this.graph.following("anna", null, 20);
		Page<String> others = this.graph.followers("ben", null, 20);
		for (int n = 0; n < 14; n++) {
			following.addAll(page.items());
			followers.addAll(others.items());
			this.graph.follow("anna", "new" + n);
			this.graph.follow("a" + n, "ben");
			this.graph.follow("zz" + n, "ben");
			// The last one of the page, on which the next page would build.
			this.graph.unfollow("anna", following.get(following.size() - 1));
			this.graph.unfollow(followers.get(followers.size() - 1), "ben");
			this.graph.unfollow("anna", "u" + n);
			page = this.graph.following("anna", page.next(), 20);
			others = this.graph.followers("ben", others.next(), 20);
		}
		following.addAll(page.items());
		assertThat(page.next()).isNull();
		followers.addAll(others.items());
		while (others.next() != null) {
			others = this.graph.followers("ben", others.next(), 20);
			followers.addAll(others.items());
		}
		List<String> constant = IntStream.range(14, 300).mapToObj((i) -> "u" + i).toList();
		assertThat(following).doesNotHaveDuplicates().containsAll(constant).noneMatch((user) -> user.startsWith("new"));
		assertThat(followers).doesNotHaveDuplicates()
			.containsAll(IntStream.range(0, 300).mapToObj((i) -> "u" + i).toList())
			.hasSize(314);
	}

	@Test
	void tellsWhomTwoHaveInCommon() {
		IntStream.range(0, 30).forEach((i) -> this.graph.follow("anna", "u" + i));
		IntStream.range(20, 50).forEach((i) -> this.graph.follow("ben", "u" + i));
		List<String> both = new ArrayList<>(IntStream.range(20, 30).mapToObj((i) -> "u" + (49 - i)).toList());
		assertThat(this.graph.common("anna", "ben", 100)).containsExactlyElementsOf(both);
		assertThat(this.graph.common("anna", "ben", 2)).containsExactly("u29", "u28");
		assertThat(this.graph.common("anna", "nobody", 2)).isEmpty();
		assertThat(this.graph.followingAmong("anna", List.of("u31", "u3", "u0", "u3"))).containsExactly("u3", "u0");
		assertThat(this.graph.followingAmong("anna", List.of())).isEmpty();
	}

	@Test
	void hasBothSidesAgreeHoweverManyChangeThem() {
		for (int round = 0; round < 20; round++) {
			Random random = new Random(round);
			Concurrently.repeat(8, 12, () -> {
				String other = "b" + random.nextInt(3);
				return random.nextBoolean() ? (Object) this.graph.follow("anna", other)
						: this.graph.unfollow("anna", other);
			});
			for (int i = 0; i < 3; i++) {
				assertThat(this.graph.followers("b" + i, null, 9).items().contains("anna"))
					.isEqualTo(this.graph.isFollowing("anna", "b" + i));
			}
		}
	}

	@Test
	void countsEachFollowerOfManyWhoFollowAtOnce() {
		Concurrently.repeat(8, 50,
				() -> this.graph.follow(UUID.randomUUID().toString(), "ben") == FollowResult.FOLLOWED);
		assertThat(this.graph.counts("ben")).isEqualTo(new FollowCounts(0, 400));
	}

	@Test
	void letsExactlyAsManyBeFollowedAsIsAllowed() {
		FollowGraph small = graph(FollowGraphSettings.defaults().withMaxFollowing(50));
		List<FollowResult> results = Concurrently.repeat(8, 20,
				() -> small.follow("anna", UUID.randomUUID().toString()));
		assertThat(results).filteredOn((result) -> result == FollowResult.FOLLOWED).hasSize(50);
		assertThat(results).filteredOn((result) -> result == FollowResult.TOO_MANY).hasSize(110);
		assertThat(small.counts("anna").following()).isEqualTo(50);
		String one = small.following("anna", null, 1).items().get(0);
		assertThat(small.follow("anna", one)).isEqualTo(FollowResult.ALREADY_FOLLOWING);
	}

	@Test
	void takesALateChangeOfTheOtherSideForWhatItIs() {
		// As if the follow had been held up on its way to ben's side until it was taken
		// back.
		FollowStore store = new FollowStore(port(), this.keys);
		Follow follow = new Follow("anna", "ben");
		byte[] early = (byte[]) store.change(follow, true, 10).get(1);
		assertThat(this.graph.unfollow("anna", "ben")).isTrue();
		store.tell(follow, true, early);
		assertThat(this.graph.counts("ben").followers()).isZero();
		byte[] late = (byte[]) store.change(follow, true, 10).get(1);
		// The process died here; whoever follows again finishes it.
		assertThat(this.graph.counts("ben").followers()).isZero();
		assertThat(this.graph.follow("anna", "ben")).isEqualTo(FollowResult.ALREADY_FOLLOWING);
		assertThat(this.graph.counts("ben").followers()).isEqualTo(1);
		store.tell(follow, true, late);
		assertThat(this.graph.counts("ben").followers()).isEqualTo(1);
	}

	@Test
	void needsTwoRoundTripsForAChangeAndOneForARead() {
		this.graph.follow("anna", "ben");
		this.graph.following("anna", null, 5);
		this.graph.followers("anna", null, 5);
		this.graph.isFollowing("anna", "ben");
		this.graph.counts("anna");
		server().resetStats();
		this.graph.follow("anna", "ben");
		assertThat(server().commandCalls()).containsEntry("evalsha", 2L);
		this.graph.following("anna", null, 5);
		this.graph.followers("anna", null, 5);
		this.graph.isFollowing("anna", "ben");
		this.graph.counts("anna");
		assertThat(server().commandCalls()).containsEntry("evalsha", 6L);
	}

	@Test
	void checksArgumentsBeforeAnythingIsSent() {
		server().resetStats();
		refused("followed ", () -> this.graph.follow("anna", "anna"));
		refused("user ", () -> this.graph.follow("", "ben"));
		refused("followed ", () -> this.graph.unfollow("anna", "x".repeat(201)));
		refused("user ", () -> this.graph.counts("a\0b"));
		refused("others", () -> this.graph.followingAmong("anna", List.of("")));
		refused("others.size ", () -> this.graph.followingAmong("anna", java.util.Collections.nCopies(1001, "x")));
		refused("size ", () -> this.graph.following("anna", null, 0));
		refused("size ", () -> this.graph.followers("anna", null, 1001));
		refused("cursor ", () -> this.graph.following("anna", "inf", 5));
		refused("limit ", () -> this.graph.common("anna", "ben", 0));
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

	private static void refused(String message, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
		assertThatIllegalArgumentException().isThrownBy(call).withMessageStartingWith(message);
	}

	@Test
	void changesNothingWhenAKeyHoldsAnotherType() {
		String key = this.keys.key("follow-graph", "anna", "following");
		admin().call((commands) -> commands.set(key, new byte[1]));
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.graph.follow("anna", "ben"));
		assertThat(exists("anna", "changes") + exists("ben", "followers")).isZero();
	}

	@Test
	void isRepairedFromTheSystemOfRecord() {
		Table table = new Table();
		IntStream.range(0, 1234).forEach((i) -> {
			table.add("anna", "u" + i);
			table.add("f" + i, "anna");
		});
		this.graph.follow("anna", "u7");
		this.graph.follow("anna", "gone");
		this.graph.follow("ghost", "anna");
		FollowRepair done = this.graph.repair("anna", table);
		assertThat(done.added()).isEqualTo(1233 + 1234);
		assertThat(done.removed()).isEqualTo(2);
		assertThat(done.skipped()).isZero();
		assertThat(this.graph.counts("anna")).isEqualTo(new FollowCounts(1234, 1234));
		assertThat(this.graph.counts("u8").followers()).isEqualTo(1);
		assertThat(this.graph.counts("gone").followers()).isZero();
		assertThat(this.graph.counts("ghost").following()).isZero();
		assertThat(this.graph.isFollowing("f1233", "anna")).isTrue();
		FollowRepair again = this.graph.repair("anna", table);
		assertThat(again.added() + again.removed() + again.skipped()).isZero();
	}

	@Test
	void isRepairedOnTheSideThatWasLost() {
		Table table = new Table();
		IntStream.range(0, 10).forEach((i) -> {
			table.add("anna", "u" + i);
			this.graph.follow("anna", "u" + i);
		});
		String lost = this.keys.key("follow-graph", "u3", "followers");
		server().masterFor(lost).command("DEL", lost);
		assertThat(this.graph.repair("anna", table).added()).isEqualTo(1);
		assertThat(this.graph.counts("u3").followers()).isEqualTo(1);
		String own = this.keys.key("follow-graph", "anna", "following");
		server().masterFor(own).command("DEL", own);
		assertThat(this.graph.repair("anna", table).added()).isEqualTo(10);
		assertThat(this.graph.counts("anna").following()).isEqualTo(10);
	}

	@Test
	void leavesWhatSomebodyChangesDuringTheRepair() {
		Table table = new Table();
		table.add("anna", "ben");
		table.add("anna", "carl");
		// Committed and made in Redis between the answer of the table and the repair.
		table.afterAnswer = () -> {
			table.rows.remove(new Follow("anna", "ben"));
			this.graph.unfollow("anna", "ben");
		};
		FollowRepair done = this.graph.repair("anna", table);
		assertThat(done.added()).isEqualTo(1);
		assertThat(done.skipped()).isEqualTo(1);
		assertThat(this.graph.following("anna", null, 9).items()).containsExactly("carl");
		assertThat(this.graph.counts("ben").followers()).isZero();
	}

	private FollowGraph graph(FollowGraphSettings settings) {
		return FollowGraph.create(port(), this.keys, () -> settings, List::of, SocialObserver.NONE);
	}

	private long exists(String user, String part) {
		return number("EXISTS", this.keys.key("follow-graph", user, part));
	}

	/** As a database would have it. */
	static final class Table implements FollowSource {

		final Set<Follow> rows = java.util.Collections.synchronizedSet(new java.util.LinkedHashSet<>());

		Runnable afterAnswer = () -> {
		};

		void add(String user, String followed) {
			this.rows.add(new Follow(user, followed));
		}

		@Override
		public List<String> following(String user, @Nullable String after, int limit) {
			return page(this.rows.stream().filter((row) -> row.user().equals(user)).map(Follow::followed).toList(),
					after, limit);
		}

		@Override
		public List<String> followers(String user, @Nullable String after, int limit) {
			return page(this.rows.stream().filter((row) -> row.followed().equals(user)).map(Follow::user).toList(),
					after, limit);
		}

		private static List<String> page(List<String> all, @Nullable String after, int limit) {
			return new TreeSet<>(all).stream()
				.filter((user) -> after == null || user.compareTo(after) > 0)
				.limit(limit)
				.toList();
		}

		@Override
		public Set<Follow> existing(java.util.Collection<Follow> follows) {
			Set<Follow> found = new java.util.HashSet<>(follows);
			found.retainAll(this.rows);
			Runnable once = this.afterAnswer;
			this.afterAnswer = () -> {
			};
			once.run();
			return found;
		}

	}

}
