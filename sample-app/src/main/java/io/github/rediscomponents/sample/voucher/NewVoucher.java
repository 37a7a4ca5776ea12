// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.Texts;
import org.jspecify.annotations.Nullable;

/**
 * A new voucher as a client sends it.
 */
record NewVoucher(@Nullable Long shopId, @Nullable String title, @Nullable String subTitle, @Nullable String rules,
		@Nullable Long payValue, @Nullable Long actualValue, @Nullable Integer type, @Nullable Integer status,
		@Nullable Integer stock, @Nullable LocalDateTime beginTime, @Nullable LocalDateTime endTime) {

	private static final int MAX_TITLE = 255;

	private static final int MAX_RULES = 1024;

	private static final int MAX_STATUS = 3;

	private static final long MAX_VALUE = 1_000_000_00;

	private static final int FIRST_YEAR = 2000;

	private static final int LAST_YEAR = 9998;

	Voucher ordinary() {
		refuseIf(this.type != null && this.type != Voucher.ORDINARY, "sale.elsewhere");
		return voucher(Voucher.ORDINARY, null, null, null);
	}

	Voucher seckill() {
		if (this.stock == null || this.beginTime == null || this.endTime == null) {
			throw new Refused("sale.incomplete");
		}
		refuseIf(this.stock <= 0, "sale.stock");
		// The database stores milliseconds.
		LocalDateTime begin = this.beginTime.truncatedTo(ChronoUnit.MILLIS);
		LocalDateTime end = this.endTime.truncatedTo(ChronoUnit.MILLIS);
		refuseIf(!begin.isBefore(end), "sale.backwards");
		refuseIf(begin.getYear() < FIRST_YEAR || end.getYear() > LAST_YEAR, "sale.year");
		return voucher(Voucher.SECKILL, this.stock, begin, end);
	}

	private Voucher voucher(int kind, @Nullable Integer left, @Nullable LocalDateTime begin,
			@Nullable LocalDateTime end) {
		if (this.shopId == null || this.title == null || this.payValue == null || this.actualValue == null) {
			throw new Refused("voucher.incomplete");
		}
		String name = this.title.strip();
		refuseIf(name.isEmpty() || name.length() > MAX_TITLE, "text.length", "what.title", "255");
		refuseIf(name.chars().anyMatch(Character::isISOControl) || !Texts.canBeShown(name), "text.unshown",
				"what.title");
		refuseIf(!Texts.canBeShown(text(this.subTitle)), "text.unshown", "what.subtitle");
		refuseIf(!Texts.canBeShown(text(this.rules)), "text.unshown", "what.rules");
		refuseIf(text(this.subTitle).length() > MAX_TITLE, "text.most", "what.subtitle", "255");
		refuseIf(text(this.rules).length() > MAX_RULES, "text.most", "what.rules", "1024");
		refuseIf(this.payValue < 0 || this.payValue > MAX_VALUE, "voucher.price");
		refuseIf(this.actualValue <= 0 || this.actualValue > MAX_VALUE, "voucher.value");
		int state = (this.status != null) ? this.status : Voucher.ON;
		refuseIf(state < Voucher.ON || state > MAX_STATUS, "voucher.status");
		return new Voucher(0, this.shopId, name, text(this.subTitle), text(this.rules), this.payValue, this.actualValue,
				kind, state, left, begin, end);
	}

	private static String text(@Nullable String value) {
		return (value != null) ? value.strip() : "";
	}

	private static void refuseIf(boolean wrong, String key, String... arguments) {
		if (wrong) {
			throw new Refused(key, arguments);
		}
	}

}
