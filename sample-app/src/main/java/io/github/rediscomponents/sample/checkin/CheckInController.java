// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.checkin;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.List;

import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.sample.web.CityZone;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Signs users in, once a day, in the calendar {@code daily}. Signing in again on the same
 * day has no effect.
 */
@RestController
@RequestMapping("/user/sign")
class CheckInController {

	private static final int FIRST_YEAR = 1970;

	private static final int LAST_YEAR = 9999;

	private final CheckIns calendar;

	private final ZoneId zone;

	CheckInController(DayBitmap bitmap, @Value(CityZone.PLACEHOLDER) ZoneId zone) {
		this.calendar = bitmap.checkIns("daily");
		this.zone = zone;
	}

	/** Signs in for today. */
	@PostMapping
	Envelope<Void> sign(User user) {
		this.calendar.checkIn(Long.toString(user.id()));
		return Envelope.ok();
	}

	/**
	 * Returns the number of consecutive days until today or, while today is not signed,
	 * until yesterday.
	 */
	@GetMapping("/count")
	Envelope<Integer> count(User user) {
		return Envelope.ok(this.calendar.streak(Long.toString(user.id())).days());
	}

	/** Returns the signed days of a month, the current one if none is given. */
	@GetMapping("/days")
	Envelope<List<LocalDate>> days(User user, @RequestParam(required = false) @Nullable YearMonth month) {
		YearMonth asked = (month != null) ? month : YearMonth.now(this.zone);
		if (asked.getYear() < FIRST_YEAR || asked.getYear() > LAST_YEAR) {
			throw new Refused("sign.month");
		}
		return Envelope.ok(this.calendar.month(Long.toString(user.id()), asked).days());
	}

}
