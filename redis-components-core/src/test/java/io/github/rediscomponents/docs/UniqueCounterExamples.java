// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;

import io.github.rediscomponents.counter.UniqueCount;
import io.github.rediscomponents.counter.UniqueCounter;

/**
 * The code of the page about unique counters.
 */
class UniqueCounterExamples {

	private final UniqueCounter counter;

	UniqueCounterExamples(UniqueCounter counter) {
		this.counter = counter;
	}

	void visited(String page, String visitor) {
		this.counter.add(page, visitor);
	}

	String visitors(String page, LocalDate day) {
		UniqueCount count = this.counter.count(page, day);
		return count.exact() ? "" + count.value() : "about " + count.value();
	}

	long ofTheWeek(String page, LocalDate monday) {
		return this.counter.count(page, monday, monday.plusDays(6)).value();
	}

	void closeMonth(String page, YearMonth month) {
		List<LocalDate> days = month.atDay(1).datesUntil(month.plusMonths(1).atDay(1)).toList();
		this.counter.merge(page + " by month", month.atEndOfMonth(), page, days);
	}

}
