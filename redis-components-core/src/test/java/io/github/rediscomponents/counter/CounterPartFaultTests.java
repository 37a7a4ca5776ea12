// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.PartFaultFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults between two scripts that count.
 */
class CounterPartFaultTests extends PartFaultFixture {

	private static final LocalDate DAY = LocalDate.now(ZoneOffset.UTC).minusDays(3);

	@ParameterizedTest
	@EnumSource
	void markManyActiveUsers(Fault fault) {
		DayBitmap bitmap = bitmap(port(fault));
		DayBitmap looked = bitmap(this.calm);
		List<Long> ids = LongStream.range(30_000, 34_500).boxed().toList();
		this.<Integer>sweep(fault, (n) -> {
		}, (n) -> bitmap.activeUsers("app" + n).mark(DAY, ids), (n, marked, repeated) -> {
			if (!repeated) {
				assertThat(marked).isEqualTo(ids.size());
			}
			assertThat(looked.activeUsers("app" + n).count(DAY)).isEqualTo(ids.size());
			assertThat(looked.activeUsers("app" + n).mark(DAY, ids)).isZero();
		});
	}

	@ParameterizedTest
	@EnumSource
	void compareTheActiveUsersOfManyChunks(Fault fault) {
		DayBitmap bitmap = bitmap(port(fault));
		ActiveUsers users = bitmap(this.calm).activeUsers("app");
		users.mark(DAY, LongStream.range(0, 2000).map((i) -> i * 32_000).boxed().toList());
		users.mark(DAY.plusDays(1), LongStream.range(0, 1500).map((i) -> i * 32_000).boxed().toList());
		List<LocalDate> days = List.of(DAY, DAY.plusDays(1));
		this.<List<Long>>sweep(fault, (n) -> {
		}, (n) -> {
			ActiveUsers swept = bitmap.activeUsers("app");
			Retention retained = swept.retained(DAY, days.subList(1, 2));
			return List.of(swept.anyOf(days), swept.allOf(days), retained.size(),
					retained.retained().get(DAY.plusDays(1)));
		}, (n, counts, repeated) -> assertThat(counts).containsExactly(2000L, 1500L, 2000L, 1500L));
	}

	@ParameterizedTest
	@EnumSource
	void mergeUniqueCountsWhoseEstimatesAreLost(Fault fault) {
		UniqueCounter counter = unique(port(fault));
		UniqueCounter looked = unique(this.calm);
		List<LocalDate> days = List.of(DAY, DAY.plusDays(1));
		this.<Boolean>sweep(fault, (n) -> {
			for (int i = 0; i < 2; i++) {
				int from = 500 * i;
				looked.add("from" + n, days.get(i),
						IntStream.range(from, from + 400).mapToObj((member) -> "m" + member).toList());
				lose("from" + n, days.get(i));
			}
			looked.add("into" + n, DAY, IntStream.range(300, 700).mapToObj((member) -> "m" + member).toList());
			lose("into" + n, DAY);
		}, (n) -> {
			counter.merge("into" + n, DAY, "from" + n, days);
			return true;
		}, (n, done, repeated) -> assertThat(looked.count("into" + n, DAY)).isEqualTo(new UniqueCount(900, true)));
	}

	private void lose(String name, LocalDate day) {
		String key = this.keys.key("unique", name, day.toString().replace("-", "") + ":estimate");
		assertThat(this.server.command("DEL", key)).isEqualTo("1");
	}

	@ParameterizedTest
	@EnumSource
	void sendTheViewsOfManyPages(Fault fault) {
		LiveSettings<ViewCounterSettings> settings = new LiveSettings<>(
				ViewCounterSettings.defaults().withFlushInterval(Duration.ofMinutes(1)));
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		try (Background background = new Background();
				ViewCounter views = ViewCounter.create(port(fault), this.keys, settings, background,
						ViewCounterObserver.NONE)) {
			this.<Long>sweep(fault, (n) -> IntStream.range(0, 1700).forEach((i) -> {
				views.record("shop" + n, "page" + i);
				views.record("shop" + n, "page" + i, 2);
			}), (n) -> {
				views.flush();
				return views.pending();
			}, (n, pending, repeated) -> {
				assertThat(pending).isZero();
				assertThat(views.count("shop" + n, today.minusDays(1), today.plusDays(1))).isEqualTo(5100);
				assertThat(views.top("shop" + n, today, 1000))
					.allSatisfy((page) -> assertThat(page.views()).isEqualTo(3));
			});
		}
	}

	private DayBitmap bitmap(CommandPort redis) {
		return DayBitmap.create(redis, this.keys, new LiveSettings<>(DayBitmapSettings.defaults()));
	}

	private UniqueCounter unique(CommandPort redis) {
		return UniqueCounter.create(redis, this.keys, new LiveSettings<>(UniqueCounterSettings.defaults()));
	}

}
