// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

import io.github.rediscomponents.counter.PageViews;
import io.github.rediscomponents.counter.ViewCount;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.counter.ViewUnit;

/**
 * The code of the page about view counters.
 */
class ViewCounterExamples {

	private final ViewCounter views;

	ViewCounterExamples(ViewCounter views) {
		this.views = views;
	}

	void opened(long shop) {
		this.views.record("shop", String.valueOf(shop));
	}

	long viewsOf(long shop, LocalDate day) {
		return this.views.count("shop", String.valueOf(shop), day);
	}

	List<PageViews> mostViewed(LocalDate day) {
		return this.views.top("shop", day, 10);
	}

	long ofTheWeek(LocalDate monday) {
		return this.views.count("shop", monday, monday.plusDays(6));
	}

	List<ViewCount> lastHour(long shop, Instant now) {
		return this.views.curve("shop", String.valueOf(shop), ViewUnit.MINUTE, now.minus(Duration.ofHours(1)), now);
	}

}
