// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

import java.time.LocalDateTime;

import io.github.rediscomponents.sample.web.Refused;
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
		refuseIf(this.type != null && this.type != Voucher.ORDINARY, "A flash sale is created at /voucher/seckill.");
		return voucher(Voucher.ORDINARY, null, null, null);
	}

	Voucher seckill() {
		if (this.stock == null || this.beginTime == null || this.endTime == null) {
			throw new Refused("A flash sale needs stock, beginTime and endTime.");
		}
		refuseIf(this.stock <= 0, "The stock has to be positive.");
		refuseIf(!this.beginTime.isBefore(this.endTime), "The sale has to begin before it ends.");
		refuseIf(this.beginTime.getYear() < FIRST_YEAR || this.endTime.getYear() > LAST_YEAR,
				"The sale has to be in a year that makes sense.");
		return voucher(Voucher.SECKILL, this.stock, this.beginTime, this.endTime);
	}

	private Voucher voucher(int kind, @Nullable Integer left, @Nullable LocalDateTime begin,
			@Nullable LocalDateTime end) {
		if (this.shopId == null || this.title == null || this.payValue == null || this.actualValue == null) {
			throw new Refused("A voucher needs shopId, title, payValue and actualValue.");
		}
		String name = this.title.strip();
		refuseIf(name.isEmpty() || name.length() > MAX_TITLE, "The title needs 1 to 255 characters.");
		refuseIf(name.chars().anyMatch(Character::isISOControl), "The title has characters that cannot be shown.");
		refuseIf(text(this.subTitle).length() > MAX_TITLE, "The subtitle may have 255 characters.");
		refuseIf(text(this.rules).length() > MAX_RULES, "The rules may have 1024 characters.");
		refuseIf(this.payValue < 0 || this.payValue > MAX_VALUE, "The price is out of range.");
		refuseIf(this.actualValue <= 0 || this.actualValue > MAX_VALUE, "The value is out of range.");
		int state = (this.status != null) ? this.status : Voucher.ON;
		refuseIf(state < Voucher.ON || state > MAX_STATUS, "The status can be 1 on, 2 off or 3 expired.");
		return new Voucher(0, this.shopId, name, text(this.subTitle), text(this.rules), this.payValue, this.actualValue,
				kind, state, left, begin, end);
	}

	private static String text(@Nullable String value) {
		return (value != null) ? value.strip() : "";
	}

	private static void refuseIf(boolean wrong, String sentence) {
		if (wrong) {
			throw new Refused(sentence);
		}
	}

}
