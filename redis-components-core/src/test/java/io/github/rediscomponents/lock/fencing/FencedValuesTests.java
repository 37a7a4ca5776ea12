// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.support.acl.AsDefaultUser;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What fenced values do wherever they are kept.
 */
@Tag("contract")
@StandaloneAndCluster
@AsUserOfItsRoom
class FencedValuesTests extends TopologyFixture {

	FencedValuesTests(RedisTopology topology) {
		super(topology);
	}

	private static final Duration HOUR = Duration.ofHours(1);

	private static final Duration DAY = Duration.ofDays(1);

	private final String name = "stock {" + UUID.randomUUID() + "} 100%";

	private FencedValues<String> values(Duration timeToLive, Duration retention) {
		return FencedValues.create(port(), new KeySpace("t"), ValueCodecs.json().codec(String.class), timeToLive,
				retention);
	}

	private FencedValues<String> values() {
		return values(HOUR, DAY);
	}

	private String key() {
		return new KeySpace("t").key("fenced", this.name);
	}

	private long timeToLive() {
		return Long.parseLong(String.valueOf(server().masterFor(key()).command("PTTL", key())));
	}

	@Test
	void writesForLaterHoldersAndRefusesEarlierOnes() {
		FencedValues<String> values = values();
		assertThat(values.get(this.name)).isEmpty();
		assertThat(values.set(this.name, "a", 100)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.set(this.name, "b", 100)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.set(this.name, "c", 101)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.set(this.name, "d", 100)).isEqualTo(FencedWrite.REFUSED);
		assertThat(values.delete(this.name, 100)).isEqualTo(FencedWrite.REFUSED);
		assertThat(values.raise(this.name, 100)).isEqualTo(FencedWrite.REFUSED);
		assertThat(values.get(this.name)).contains(new FencedValue<>("c", 101));
	}

	@Test
	void remembersTheTokenOfADeletion() {
		FencedValues<String> values = values();
		values.set(this.name, "a", 7);
		assertThat(values.delete(this.name, 8)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.get(this.name)).isEmpty();
		assertThat(values.delete(this.name, 8)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.set(this.name, "late", 7)).isEqualTo(FencedWrite.REFUSED);
		assertThat(values.set(this.name, "new", 9)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.get(this.name)).contains(new FencedValue<>("new", 9));
	}

	@Test
	void closesTheDoorBehindWhoReadsFirst() {
		FencedValues<String> values = values();
		values.set(this.name, "a", 7);
		assertThat(values.raise(this.name, 8)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.get(this.name)).contains(new FencedValue<>("a", 8));
		assertThat(values.set(this.name, "late", 7)).isEqualTo(FencedWrite.REFUSED);
		assertThat(values.set(this.name, "mine", 8)).isEqualTo(FencedWrite.WRITTEN);
	}

	@Test
	void keepsTheLargestTokensLastWriteWhateverTheOrder() {
		FencedValues<String> values = values();
		List<Callable<Boolean>> writers = new ArrayList<>();
		int largest = 8 * 50;
		for (int i = 1; i <= 8; i++) {
			int number = i;
			writers.add(() -> {
				for (int n = 0; n < 50; n++) {
					int token = n * 8 + number;
					FencedWrite result = values.set(this.name, "v" + token, token);
					FencedValue<String> seen = values.get(this.name).orElseThrow();
					assertThat(seen.value()).isEqualTo("v" + seen.token());
					assertThat(seen.token()).isGreaterThanOrEqualTo(token);
					assertThat(result == FencedWrite.REFUSED && seen.token() == token).isFalse();
				}
				return true;
			});
		}
		Concurrently.run(writers);
		assertThat(values.get(this.name)).contains(new FencedValue<>("v" + largest, largest));
	}

	@Test
	void comparesTheLargestTokensExactly() {
		FencedValues<String> values = values();
		long top = 1L << 53;
		assertThat(values.set(this.name, "a", top - 1)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.set(this.name, "b", top - 2)).isEqualTo(FencedWrite.REFUSED);
		assertThat(values.set(this.name, "c", top)).isEqualTo(FencedWrite.WRITTEN);
		assertThat(values.set(this.name, "d", top - 1)).isEqualTo(FencedWrite.REFUSED);
		assertThat(values.get(this.name)).contains(new FencedValue<>("c", top));
	}

	@Test
	void forgetsTheValueAfterItsTimeAndTheTokenLater() {
		FencedValues<String> values = values(Duration.ofMillis(120), Duration.ofMinutes(2));
		values.set(this.name, "a", 7);
		assertThat(timeToLive()).isBetween(Duration.ofMinutes(1).toMillis(), Duration.ofMinutes(2).toMillis() + 120);
		await().until(() -> values.get(this.name).isEmpty());
		assertThat(values.set(this.name, "late", 6)).isEqualTo(FencedWrite.REFUSED);
		assertThat(values.get(this.name)).isEmpty();
	}

	@Test
	void letsEveryKeyExpire() {
		FencedValues<String> values = values();
		values.raise(this.name, 1);
		assertThat(timeToLive()).isBetween(DAY.toMillis() - 60_000, DAY.toMillis());
		values.set(this.name, "a", 2);
		long both = DAY.plus(HOUR).toMillis();
		assertThat(timeToLive()).isBetween(both - 60_000, both);
		values.raise(this.name, 3);
		assertThat(timeToLive()).isBetween(both - 60_000, both);
		values.delete(this.name, 4);
		assertThat(timeToLive()).isBetween(DAY.toMillis() - 60_000, DAY.toMillis());
	}

	@Test
	@AsDefaultUser(AsDefaultUser.COUNTS)
	void takesOneScriptEach() {
		FencedValues<String> values = values();
		values.set(this.name, "a", 1);
		values.get(this.name);
		Map<String, Long> before = server().commandCalls();
		values.set(this.name, "b", 2);
		values.raise(this.name, 3);
		values.delete(this.name, 4);
		values.get(this.name);
		assertThat(server().commandCalls().get("evalsha") - before.get("evalsha")).isEqualTo(4);
	}

	@Test
	void refusesWhatCannotBe() {
		FencedValues<String> values = values();
		assertThatIllegalArgumentException().isThrownBy(() -> values.set("", "a", 1)).withMessageStartingWith("name");
		assertThatIllegalArgumentException().isThrownBy(() -> values.set(this.name, "a", 0))
			.withMessageStartingWith("token");
		assertThatIllegalArgumentException().isThrownBy(() -> values.raise(this.name, (1L << 53) + 1))
			.withMessageStartingWith("token");
		assertThatIllegalArgumentException().isThrownBy(() -> values(Duration.ZERO, DAY))
			.withMessageStartingWith("timeToLive");
		assertThatIllegalArgumentException().isThrownBy(() -> values(HOUR, Duration.ofSeconds(59)))
			.withMessageStartingWith("tokenRetention");
		server().masterFor(key()).command("SET", key(), "a string");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> values.set(this.name, "a", 1));
		assertThat(server().masterFor(key()).command("GET", key())).isEqualTo("a string");
	}

}
