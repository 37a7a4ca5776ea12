// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;

import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.sample.web.CityZone;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Public;
import io.github.rediscomponents.sample.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.format.annotation.DateTimeFormat.ISO;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Numbers of views and of different visitors of shops.
 */
@RestController
class VisitorController {

	private static final int FIRST_YEAR = 2000;

	private static final int LAST_YEAR = 9998;

	private static final int POPULAR = 5;

	private final Visitors visitors;

	private final Shops shops;

	private final ZoneId zone;

	VisitorController(Visitors visitors, Shops shops, @Value(CityZone.PLACEHOLDER) ZoneId zone) {
		this.visitors = visitors;
		this.shops = shops;
		this.zone = zone;
	}

	/**
	 * Returns the number of visitors of a day, today if none is given, and of the days
	 * before it.
	 */
	@Public
	@GetMapping("/shop/uv/{id}")
	Envelope<Long> visitors(@PathVariable long id,
			@RequestParam(required = false) @DateTimeFormat(iso = ISO.DATE) @Nullable LocalDate day,
			@RequestParam(defaultValue = "1") int days) {
		return Envelope.ok(inPeriod(id, day, days, this.visitors::count));
	}

	/**
	 * Returns how often a shop was viewed on a day, today if none is given, and on the
	 * days before it.
	 */
	@Public
	@GetMapping("/shop/pv/{id}")
	Envelope<Long> views(@PathVariable long id,
			@RequestParam(required = false) @DateTimeFormat(iso = ISO.DATE) @Nullable LocalDate day,
			@RequestParam(defaultValue = "1") int days) {
		return Envelope.ok(inPeriod(id, day, days, this.visitors::views));
	}

	/** Returns the five shops that were viewed most today, the most viewed first. */
	@Public
	@GetMapping("/shop/popular")
	Envelope<List<PopularShop>> popular() {
		return Envelope.ok(this.shops.withNames(this.visitors.top(LocalDate.now(this.zone), POPULAR)));
	}

	private long inPeriod(long id, @Nullable LocalDate day, int days, Count count) {
		long shopId = this.shops.get(id).id();
		LocalDate last = (day != null) ? day : LocalDate.now(this.zone);
		if (days < 1 || days > UniqueCounter.MAX_DAYS || last.getYear() < FIRST_YEAR || last.getYear() > LAST_YEAR) {
			throw new Refused("shop.days");
		}
		return count.of(shopId, last.minusDays(days - 1L), last);
	}

	/** Counts in a period. */
	private interface Count {

		long of(long shopId, LocalDate from, LocalDate to);

	}

}
