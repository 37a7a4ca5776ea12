// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.SentinelFixture;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of ids when Sentinel replaces the master.
 */
class IdWorkerSentinelFailoverTests extends SentinelFixture {

	@ParameterizedTest
	@EnumSource
	void handsOutNoIdTwice(Loss loss) throws Exception {
		List<LongStream.Builder> taken = new ArrayList<>();
		for (int i = 0; i < 3; i++) {
			// Blocks so small that each failover meets grants under way.
			IdSequence ids = IdWorker
				.create(process(), new KeySpace("t"), new LiveSettings<>(IdSettings.defaults().withBlocks(1, 10)),
						this.background)
				.sequence("order");
			for (int thread = 0; thread < 2; thread++) {
				LongStream.Builder mine = LongStream.builder();
				taken.add(mine);
				goOn(() -> {
					mine.add(ids.nextId());
					return true;
				});
			}
		}
		failOver(loss);
		finish();
		List<long[]> all = taken.stream().map((builder) -> builder.build().toArray()).toList();
		assertThat(all).allSatisfy((mine) -> assertThat(mine).isSorted().hasSizeGreaterThan(10));
		assertThat(all.stream().flatMapToLong(LongStream::of).distinct().count())
			.isEqualTo(all.stream().mapToLong((mine) -> mine.length).sum());
	}

}
