// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

import java.time.LocalDateTime;

import org.jspecify.annotations.Nullable;

/**
 * A voucher.
 *
 * @param id the voucher's id
 * @param shopId the shop
 * @param title the title
 * @param subTitle the subtitle
 * @param rules terms of use, may be empty
 * @param payValue price in cents
 * @param actualValue value in cents
 * @param type {@link #ORDINARY} or {@link #SECKILL}
 * @param status {@link #ON}, 2 off, 3 expired
 * @param stock remaining stock of a flash sale
 * @param beginTime start of the flash sale
 * @param endTime end of the flash sale
 */
public record Voucher(long id, long shopId, String title, String subTitle, String rules, long payValue,
		long actualValue, int type, int status, @Nullable Integer stock, @Nullable LocalDateTime beginTime,
		@Nullable LocalDateTime endTime) {

	/** A voucher that is sold at any time. */
	public static final int ORDINARY = 0;

	/** A voucher that is sold in a flash sale. */
	public static final int SECKILL = 1;

	/** The status of a voucher that is sold. */
	public static final int ON = 1;

	Voucher withStock(int left) {
		return new Voucher(this.id, this.shopId, this.title, this.subTitle, this.rules, this.payValue, this.actualValue,
				this.type, this.status, left, this.beginTime, this.endTime);
	}

}
