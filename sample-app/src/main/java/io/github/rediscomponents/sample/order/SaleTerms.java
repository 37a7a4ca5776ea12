// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * A flash sale as the database has it. Its times are local times of the server's zone, as
 * all times in JSON. The sale uses the instants of these times in that zone.
 *
 * @param voucherId the voucher
 * @param shopId the shop
 * @param title the voucher's title
 * @param payValue price in cents
 * @param status 1 on, 2 off, 3 expired
 * @param stock number of pieces without a stored order
 * @param added number of pieces added since the creation, negative if pieces were removed
 * @param beginTime start of the sale
 * @param endTime end of the sale
 * @param createTime time of the creation of the voucher
 */
record SaleTerms(long voucherId, long shopId, String title, long payValue, int status, int stock, int added,
		LocalDateTime beginTime, LocalDateTime endTime, LocalDateTime createTime) {

	long begin() {
		return millis(this.beginTime);
	}

	long end() {
		return millis(this.endTime);
	}

	/**
	 * Returns a value that distinguishes the voucher from one with the same id in another
	 * database.
	 */
	String born() {
		return this.createTime.toString();
	}

	/** Returns whether terms changed that Redis has to know. */
	boolean differsFrom(SaleTerms other) {
		return this.status != other.status || this.added != other.added || !this.beginTime.equals(other.beginTime)
				|| !this.endTime.equals(other.endTime) || !this.createTime.equals(other.createTime);
	}

	/**
	 * Returns the instant of a local time in the server's zone. A time in a gap is moved
	 * after the gap; of an overlap the earlier instant is returned.
	 */
	static long millis(LocalDateTime local) {
		return local.atZone(ZoneId.systemDefault()).toInstant().toEpochMilli();
	}

	static LocalDateTime local(Instant instant) {
		return LocalDateTime.ofInstant(instant, ZoneId.systemDefault());
	}

}
