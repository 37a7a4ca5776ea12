// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * A flash sale as the database has it. Its times are local times of the server's zone, as
 * all times in JSON; the sale is decided by the instants that they are in that zone.
 *
 * @param voucherId the voucher
 * @param shopId whose
 * @param title the voucher's title
 * @param payValue what it costs, in cents
 * @param status 1 on, 2 off, 3 expired
 * @param stock how many are not in stored orders
 * @param added how many were added since the creation, negative if some were taken away
 * @param beginTime when it begins
 * @param endTime when it is over
 * @param createTime when the voucher was created
 */
record SaleTerms(long voucherId, long shopId, String title, long payValue, int status, int stock, int added,
		LocalDateTime beginTime, LocalDateTime endTime, LocalDateTime createTime) {

	long begin() {
		return millis(this.beginTime);
	}

	long end() {
		return millis(this.endTime);
	}

	/** Tells the voucher from another one of its number in another database. */
	String born() {
		return this.createTime.toString();
	}

	/** Whether it is over by the clock of this process, which decides nothing. */
	boolean isOver() {
		return System.currentTimeMillis() >= end();
	}

	/** Returns whether terms changed that Redis has to know. */
	boolean differsFrom(SaleTerms other) {
		return this.status != other.status || this.added != other.added || !this.beginTime.equals(other.beginTime)
				|| !this.endTime.equals(other.endTime) || !this.createTime.equals(other.createTime);
	}

	/**
	 * The instant that a local time of the server's zone is. What a change of the clocks
	 * skips is after it, what it repeats is the first of both.
	 */
	static long millis(LocalDateTime local) {
		return local.atZone(ZoneId.systemDefault()).toInstant().toEpochMilli();
	}

	static LocalDateTime local(Instant instant) {
		return LocalDateTime.ofInstant(instant, ZoneId.systemDefault());
	}

}
