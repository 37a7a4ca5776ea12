// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.RedisTopology;

import static io.github.rediscomponents.filter.Membership.ABSENT;
import static io.github.rediscomponents.filter.Membership.MAYBE;
import static io.github.rediscomponents.filter.Membership.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * The engine of the server's own commands, where the server has them.
 */
class ModuleBloomFilterTests extends BloomFilterFixture {

	private static final BloomFilterSettings MODULE = BloomFilterSettings.of(10_000)
		.withEngine(BloomEngine.MODULE)
		.withSettle(Duration.ZERO);

	private final BloomFilter filter = filter(MODULE);

	@BeforeEach
	void askTheServer() {
		assumeThat(String.valueOf(server().nodes().get(0).command("COMMAND", "INFO", "BF.RESERVE")).toLowerCase())
			.as("the server has BF.RESERVE")
			.contains("bf.reserve");
	}

	ModuleBloomFilterTests() {
		super(RedisTopology.STANDALONE);
	}

	@Test
	void knowsWhatWasAddedAndWhatIsLost() {
		assertThat(this.filter.test("anna")).isEqualTo(UNKNOWN);
		assertThat(this.filter.create()).isTrue();
		assertThat(this.filter.add("anna")).isEqualTo(ABSENT);
		assertThat(this.filter.add("anna")).isEqualTo(MAYBE);
		assertThat(this.filter.addAll(elements("in", 0, 3000))).filteredOn(ABSENT::equals).hasSizeGreaterThan(2950);
		assertThat(this.filter.testAll(elements("in", 0, 3000))).containsOnly(MAYBE);
		assertThat(this.filter.test("ben")).isEqualTo(ABSENT);
		assertThat(this.filter.stats().elements()).isBetween(2950L, 3001L);
		raw("DEL", sliceKeys().stream().filter((key) -> !key.endsWith(":epoch")).findFirst().orElseThrow());
		assertThat(this.filter.test("anna")).isEqualTo(UNKNOWN);
		assertThat(this.filter.add("ben")).isEqualTo(UNKNOWN);
		assertThat(sliceKeys()).hasSize(1);
	}

	@Test
	void isRebuiltBesideTheLiveOne() {
		BloomFilter other = filter(MODULE);
		this.filter.create();
		assertThat(List.of(this.filter.add("anna"), other.test("anna"))).containsExactly(ABSENT, MAYBE);
		assertThat(rebuild(this.filter, () -> other.add("ben"), List.of("carla"))).isTrue();
		assertThat(other.testAll(List.of("anna", "ben", "carla"))).containsExactly(ABSENT, MAYBE, MAYBE);
		assertThat(sliceKeys()).hasSize(2);
		this.filter.remove();
		assertThat(keys()).isEmpty();
	}

}
