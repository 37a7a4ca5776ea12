// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.signin;

import java.time.LocalDate;

import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;

/**
 * The same with {@link DayBitmap}.
 */
public class SignIns {

	private final CheckIns checkIns;

	public SignIns(DayBitmap bitmap) {
		this.checkIns = bitmap.checkIns("sign");
	}

	public int sign(String user, LocalDate day) {
		return this.checkIns.checkIn(user, day).streak();
	}

	public int streak(String user, LocalDate day) {
		return this.checkIns.streak(user, day).days();
	}

}
