// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.PartOutcomeFixture;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * What exceptions of active users and view counters say when one of several calls is
 * refused.
 */
class CounterPartOutcomeTests extends PartOutcomeFixture {

	private static final LocalDate DAY = LocalDate.now(ZoneOffset.UTC).minusDays(3);

	@ParameterizedTest
	@EnumSource
	void markActiveUsers(Refusal refusal) {
		DayBitmap bitmap = bitmap(sweptPort());
		DayBitmap looked = bitmap(this.calm);
		List<Long> ids = LongStream.range(ActiveUsers.CHUNK - 2, ActiveUsers.CHUNK + 2).boxed().toList();
		// The index has the chunk of some of them only. That is an answer, too.
		told(refusal, (n) -> looked.activeUsers("app" + n).mark(DAY, List.of(1L)),
				(n) -> bitmap.activeUsers("app" + n).mark(DAY, ids), (n) -> looked.activeUsers("app" + n).count(DAY));
	}

	private DayBitmap bitmap(CommandPort redis) {
		return DayBitmap.create(redis, this.keys, new LiveSettings<>(DayBitmapSettings.defaults()));
	}

	@ParameterizedTest
	@EnumSource
	void flushTheViewsOfManyPages(Refusal refusal) {
		LiveSettings<ViewCounterSettings> settings = new LiveSettings<>(
				ViewCounterSettings.defaults().withFlushInterval(Duration.ofMinutes(1)));
		CommandPort swept = sweptPort();
		ViewCounter looked = ViewCounter.create(this.calm, this.keys, settings, this.background,
				ViewCounterObserver.NONE);
		this.open.add(looked);
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		AtomicReference<ViewCounter> views = new AtomicReference<>();
		sweep(refusal, (n) -> {
			// Each sends by itself a minute after its first view.
			views.set(ViewCounter.create(swept, this.keys, settings, this.background, ViewCounterObserver.NONE));
			this.open.add(views.get());
			IntStream.range(0, 1200).forEach((i) -> views.get().record("shop" + n, "page" + i));
		}, (n) -> views.get().flush(), (n) -> looked.count("shop" + n, today.minusDays(1), today.plusDays(1)));
	}

}
