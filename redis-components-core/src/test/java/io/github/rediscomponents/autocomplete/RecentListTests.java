// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveSettings;
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
 * What a {@link RecentList} does wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class RecentListTests extends OwnKeysFixture {

	private final String me = UUID.randomUUID().toString();

	private final RecentList list = list(RecentListSettings.defaults());

	RecentListTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void hasWhatWasTouchedLastAtTheFrontAndOnce() {
		List.of("anna", "ben", "carl", "anna").forEach((text) -> this.list.touch(this.me, text));
		assertThat(this.list.newest(this.me, 10)).containsExactly("anna", "carl", "ben");
		this.list.touchAll(this.me, List.of("carl", "dora", "carl"));
		assertThat(this.list.newest(this.me, 3)).containsExactly("carl", "dora", "anna");
		assertThat(this.list.size(this.me)).isEqualTo(4);
		assertThat(this.list.newest("nobody", 3)).isEmpty();
	}

	@Test
	void dropsWhatWasTouchedLongestAgo() {
		RecentList three = list(RecentListSettings.defaults().withLength(3));
		List.of("a", "b", "c", "a", "d").forEach((text) -> three.touch(this.me, text));
		assertThat(three.newest(this.me, 10)).containsExactly("d", "a", "c");
		list(RecentListSettings.defaults().withLength(2)).touch(this.me, "e");
		assertThat(three.newest(this.me, 10)).containsExactly("e", "d");
		three.touchAll(this.me, IntStream.range(0, 1000).mapToObj(String::valueOf).toList());
		assertThat(three.newest(this.me, 10)).containsExactly("999", "998", "997");
	}

	@Test
	void completesNewestFirstWhateverTheCase() {
		this.list.touchAll(this.me, List.of("Maria", "mario", "Mark", "Anna", "MARA"));
		assertThat(this.list.complete(this.me, "mar", 10)).containsExactly("MARA", "Mark", "mario", "Maria");
		assertThat(this.list.complete(this.me, "MARI", 10)).containsExactly("mario", "Maria");
		assertThat(this.list.complete(this.me, "mar", 2)).containsExactly("MARA", "Mark");
		assertThat(this.list.complete(this.me, "", 2)).containsExactly("MARA", "Anna");
		assertThat(this.list.complete(this.me, "x", 2)).isEmpty();
	}

	@Test
	void completesEveryPrefixOfEveryScript() {
		List<String> names = List.of("王小明", "東京タワー", "김민수", "Ирина Ёлкина", "Γιώργος", "José", "Straße", "ქართული",
				"محمد", "हिन्दी", "😀 party", "ＦＵＬＬ", "İzmir");
		this.list.touchAll(this.me, names);
		for (String name : names) {
			for (int end = 1; end <= name.codePointCount(0, name.length()); end++) {
				String prefix = name.substring(0, name.offsetByCodePoints(0, end));
				assertThat(this.list.complete(this.me, prefix, 20)).as(prefix).contains(name);
				assertThat(this.list.complete(this.me, prefix.toUpperCase(Locale.ROOT), 20)).as(prefix).contains(name);
			}
		}
		assertThat(this.list.complete(this.me, "strass", 5)).containsExactly("Straße");
	}

	@Test
	void findsAmongAThousand() {
		RecentList long1000 = list(RecentListSettings.defaults().withLength(1000));
		long1000.touchAll(this.me, IntStream.range(0, 1000).mapToObj((i) -> "name " + i).toList());
		assertThat(long1000.complete(this.me, "name 0", 5)).containsExactly("name 0");
		assertThat(long1000.complete(this.me, "Name 99", 5)).containsExactly("name 999", "name 998", "name 997",
				"name 996", "name 995");
		assertThat(long1000.newest(this.me, 1000)).hasSize(1000);
		long1000.touch(this.me, "other");
		assertThat(long1000.complete(this.me, "name 0", 5)).isEmpty();
	}

	@Test
	void removesExactlyWhatWasTouched() {
		this.list.touchAll(this.me, List.of("Anna", "anna"));
		assertThat(this.list.remove(this.me, "ANNA")).isFalse();
		assertThat(this.list.remove(this.me, "Anna")).isTrue();
		assertThat(this.list.remove(this.me, "Anna")).isFalse();
		assertThat(this.list.newest(this.me, 10)).containsExactly("anna");
		this.list.clear(this.me);
		assertThat(this.list.size(this.me)).isZero();
	}

	@Test
	void keepsOwnersApart() {
		this.list.touch(this.me, "a");
		this.list.touch(this.me + ":b", "b");
		RecentLists lists = RecentLists.create(port(), this.keys, new LiveSettings<>(Map.of()));
		lists.get("searches", RecentListSettings.defaults()).touch(this.me, "c");
		assertThat(this.list.newest(this.me, 5)).containsExactly("a");
		assertThat(this.list.newest(this.me + ":b", 5)).containsExactly("b");
		assertThatIllegalArgumentException().isThrownBy(() -> lists.get("a:b", RecentListSettings.defaults()))
			.withMessageStartingWith("name ");
	}

	@Test
	void isNeverLongerThanItsLengthWhoeverTouches() {
		RecentList ten = list(RecentListSettings.defaults().withLength(10));
		AtomicInteger next = new AtomicInteger();
		List<Long> sizes = Concurrently.repeat(8, 100, () -> {
			ten.touch(this.me, "t" + next.getAndIncrement() % 37);
			return ten.size(this.me);
		});
		assertThat(sizes).allMatch((size) -> size >= 1 && size <= 10);
		assertThat(ten.newest(this.me, 100)).hasSize(10).doesNotHaveDuplicates();
	}

	@Test
	void expiresWhenItIsNotTouched() {
		list(RecentListSettings.defaults().withTtl(Duration.ofSeconds(100))).touch(this.me, "a");
		assertThat(number("PTTL", key())).isBetween(40_000L, 100_000L);
		this.list.touch(this.me, "b");
		assertThat(server().masterFor(key()).command("PTTL", key())).hasToString("-1");
	}

	@Test
	void needsOneRoundTripForEachOperation() {
		this.list.touch(this.me, "a");
		this.list.complete(this.me, "a", 1);
		server().resetStats();
		this.list.touch(this.me, "b");
		this.list.complete(this.me, "b", 1);
		this.list.remove(this.me, "b");
		assertThat(server().commandCalls()).containsEntry("evalsha", 2L)
			.containsEntry("zrem", 1L)
			.doesNotContainKey("eval");
	}

	@Test
	void changesNothingWhereItsKeyHoldsAnotherType() {
		server().masterFor(key()).command("SET", key(), "text");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.list.touch(this.me, "a"))
			.withMessageContaining("WRONGTYPE");
	}

	@Test
	void checksArgumentsBeforeAnythingIsSent() {
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> this.list.touch("", "a"))
			.withMessageStartingWith("owner ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.list.touch(this.me, " "))
			.withMessageStartingWith("text ");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.list.touchAll(this.me, List.of("a", "x".repeat(257))))
			.withMessageStartingWith("text ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.list.complete(this.me, "x".repeat(257), 1))
			.withMessageStartingWith("prefix ");
		assertThatIllegalArgumentException().isThrownBy(() -> this.list.complete(this.me, "x", 1001))
			.withMessageStartingWith("n ");
		assertThatIllegalArgumentException().isThrownBy(() -> RecentListSettings.defaults().withLength(1001))
			.withMessageStartingWith("recent-list.length ");
		assertThatIllegalArgumentException().isThrownBy(() -> RecentListSettings.defaults().withTtl(Duration.ZERO))
			.withMessageStartingWith("recent-list.ttl ");
		this.list.touchAll(this.me, List.of());
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
	}

	private String key() {
		return this.keys.key("recent-list", "contacts:" + this.me);
	}

	private RecentList list(RecentListSettings settings) {
		return RecentLists.create(port(), this.keys, new LiveSettings<>(Map.of())).get("contacts", settings);
	}

}
