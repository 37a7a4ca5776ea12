// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What the pages of a {@link GeoIndex} are worth wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
class GeoScrollTests extends GeoFixture {

	private final GeoArea area = GeoArea.radius(this.berlin, 50_000);

	GeoScrollTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void showsEachMemberOnceWhileAllOfThemMoveComeAndGo() {
		line(1000);
		List<String> expected = IntStream.range(0, 1000).mapToObj("m%03d"::formatted).toList();
		Random random = new Random(3);
		GeoPage page = this.index.nearby("shops", this.area, 37);
		assertThat(page.total()).isEqualTo(1000);
		assertThat(page.truncated()).isFalse();
		List<String> seen = new ArrayList<>(members(page));
		while (page.hasNext()) {
			for (int i = 0; i < 20; i++) {
				this.index.put("shops", "m%03d".formatted(random.nextInt(1000)), at(random.nextInt(1000)));
				this.index.remove("shops", "m%03d".formatted(random.nextInt(1000)));
				this.index.put("shops", "new" + random.nextInt(), at(random.nextInt(1000)));
			}
			page = (GeoPage) this.index.next("shops", page.next(), 37);
			assertThat(page.total()).isEqualTo(1000);
			seen.addAll(members(page));
		}
		assertThat(seen).containsExactlyElementsOf(expected);
	}

	@Test
	void keepsTiesTogetherInTheOrderOfTheirNames() {
		Map<String, GeoPoint> ties = new HashMap<>();
		IntStream.range(0, 500).forEach((i) -> ties.put("tie%03d".formatted(i), this.berlin));
		this.index.putAll("shops", ties);
		for (int size : new int[] { 1, 7, 100, 499, 500 }) {
			assertThat(scroll(this.area, size)).extracting(GeoHit::member)
				.containsExactlyElementsOf(ties.keySet().stream().sorted().toList());
		}
	}

	@Test
	void readsAPageTwiceAlike() {
		line(30);
		GeoPage first = this.index.nearby("shops", this.area, 10);
		GeoPage second = (GeoPage) this.index.next("shops", first.next(), 10);
		this.index.remove("shops", "m015");
		assertThat(this.index.next("shops", first.next(), 10)).isEqualTo(second);
		assertThat(members(second)).hasSize(10).contains("m015");
		GeoPage rest = (GeoPage) this.index.next("shops", second.next(), 1000);
		assertThat(members(rest)).hasSize(10);
		assertThat(rest.hasNext()).isFalse();
		// Scrolls do not see each other.
		assertThat(this.index.nearby("shops", this.area, 10).total()).isEqualTo(29);
		assertThat(keysLeft()).hasSize(3);
	}

	@Test
	void keepsTheNearestWhenThereAreTooMany() {
		line(100);
		GeoIndex small = index(GeoSettings.defaults().withMaxResults(25));
		GeoPage page = small.nearby("shops", this.area, 20);
		assertThat(page.total()).isEqualTo(25);
		assertThat(page.truncated()).isTrue();
		GeoPage last = (GeoPage) small.next("shops", page.next(), 20);
		assertThat(members(last)).containsExactly("m020", "m021", "m022", "m023", "m024");
		assertThat(last.truncated()).isTrue();
		assertThat(last.hasNext()).isFalse();
		assertThat(index(GeoSettings.defaults().withMaxResults(100)).nearby("shops", this.area, 20).truncated())
			.isFalse();
	}

	@Test
	void leavesNothingBehindWhenOnePageIsAll() {
		line(10);
		GeoPage only = this.index.nearby("shops", this.area, 10);
		assertThat(members(only)).hasSize(10);
		assertThat(only.next()).isNull();
		assertThat(this.index.nearby("shops", GeoArea.radius(new GeoPoint(100, 0), 1000), 10))
			.isEqualTo(new GeoPage(List.of(), 0, false, null));
		assertThat(this.index.nearby("none", this.area, 10).total()).isZero();
		assertThat(keysLeft()).containsExactly(pointsKey());
	}

	@Test
	void saysThatAScrollIsNoLongerKept() {
		line(30);
		GeoPage first = this.index.nearby("shops", this.area, 10);
		raw("DEL", scrollKey());
		assertThat(this.index.next("shops", first.next(), 10)).isEqualTo(new GeoResult.Expired());
		GeoIndex brief = index(GeoSettings.defaults().withScrollTtl(Duration.ofSeconds(1)));
		GeoPage passing = brief.nearby("shops", this.area, 10);
		await().until(() -> keysLeft().size() == 1);
		assertThat(brief.next("shops", passing.next(), 10)).isEqualTo(new GeoResult.Expired());
		// Of another index, of another application.
		GeoPage other = this.index.nearby("shops", this.area, 10);
		assertThat(this.index.next("places", other.next(), 10)).isEqualTo(new GeoResult.Expired());
	}

	@Test
	void keepsAScrollForAsLongAsItIsRead() {
		line(30);
		GeoPage first = this.index.nearby("shops", this.area, 10);
		String key = scrollKey();
		assertThat(number("PTTL", key)).isBetween(40_000L, 60_000L);
		raw("PEXPIRE", key, "20000");
		this.index.next("shops", first.next(), 10);
		assertThat(number("PTTL", key)).isBetween(40_000L, 60_000L);
	}

	@Test
	void searchesOnceForAllPages() {
		line(100);
		GeoPage page = this.index.nearby("shops", this.area, 10);
		this.index.next("shops", page.next(), 10);
		server().resetStats();
		GeoPage other = this.index.nearby("shops", this.area, 10);
		while (other.hasNext()) {
			other = (GeoPage) this.index.next("shops", other.next(), 10);
		}
		assertThat(server().commandCalls()).containsEntry("evalsha", 10L)
			.containsEntry("geosearchstore", 1L)
			.containsEntry("zrange", 10L)
			.doesNotContainKeys("geosearch", "eval");
	}

	@Test
	void refusesWhatIsNoCursor() {
		line(30);
		String cursor = this.index.nearby("shops", this.area, 10).next();
		server().resetStats();
		for (String bad : new String[] { "", "x", cursor + "x", cursor.replace('.', ':'), "../" + cursor,
				cursor.replaceFirst("\\.10\\.", ".-1."), cursor.replaceFirst("\\.10\\.", ".9999999.") }) {
			assertThatIllegalArgumentException().isThrownBy(() -> this.index.next("shops", bad, 10))
				.withMessage("cursor must be the next of a page");
		}
		assertThatIllegalArgumentException().isThrownBy(() -> this.index.next("shops", cursor, 1001))
			.withMessageStartingWith("size ");
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval");
		GeoPage beyond = (GeoPage) this.index.next("shops", cursor.replaceFirst("\\.10\\.", ".999."), 10);
		assertThat(beyond.items()).isEmpty();
		assertThat(beyond.hasNext()).isFalse();
	}

	/** Members whose order by distance is that of their names. */
	private void line(int count) {
		Map<String, GeoPoint> line = new HashMap<>();
		IntStream.range(0, count).forEach((i) -> line.put("m%03d".formatted(i), at(i)));
		this.index.putAll("shops", line);
	}

	private GeoPoint at(int place) {
		return new GeoPoint(this.berlin.longitude() + (place + 1) * 0.0005, this.berlin.latitude());
	}

	private static List<String> members(GeoPage page) {
		return page.items().stream().map(GeoHit::member).toList();
	}

}
