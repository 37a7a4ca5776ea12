// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.PartFaultFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults between two scripts that rebuild the places of a ranked set.
 */
class RankedPartFaultTests extends PartFaultFixture {

	private static final int MANY = 1700;

	@ParameterizedTest
	@EnumSource
	void rebuildManyPlaces(Fault fault) {
		RankedSet looked = set(this.calm);
		for (int i = 0; i < MANY; i++) {
			looked.set("m" + i, i % 100);
		}
		List<RankedMember> top = looked.total().top(1000);
		RankedSet set = set(port(fault));
		this.<Boolean>sweep(fault, (n) -> {
			looked.set("gone", 200);
			assertThat(this.server.command("DEL", this.keys.key("ranked-set", "points", "total:members")))
				.isEqualTo("1");
		}, (n) -> set.remove("gone"), (n, removed, repeated) -> {
			if (!repeated) {
				assertThat(removed).isTrue();
			}
			assertThat(looked.total().top(1000)).isEqualTo(top);
			assertThat(looked.total().size()).isEqualTo(MANY);
			assertThat(looked.increment("m7", 0).total()).isEqualTo(7);
		});
	}

	@Test
	void rebuildManyPlacesWhileAnotherProcessWrites() {
		RankedSet looked = set(this.calm);
		for (int i = 0; i < MANY; i++) {
			looked.set("m" + i, i % 100);
		}
		RankedSet set = set(sweptPort());
		this.<Long>sweep((n) -> {
			looked.increment("m" + n, 1000);
			looked.remove("m" + (MANY - n));
		}, (n) -> assertThat(this.server.command("DEL", this.keys.key("ranked-set", "points", "total:members")))
			.isEqualTo("1"), (n) -> set.increment("m50", 1).total(), (n, score, came) -> {
				assertThat(score).isEqualTo(51 + n);
				assertThat(looked.total().size()).isEqualTo(MANY - (came ? n : Math.max(0, n - 1)));
				assertThat(looked.total().top(1).get(0).score()).isGreaterThanOrEqualTo((n > 0) ? 1000 : 99);
			});
	}

	private RankedSet set(CommandPort redis) {
		return RankedSets.create(redis, this.keys, new LiveSettings<>(Map.of()))
			.get("points", RankedSetSettings.defaults());
	}

}
