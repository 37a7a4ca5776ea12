// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

/**
 * The outcome of loading entries.
 *
 * @param added how many were new
 * @param changed how many were there and are other now
 * @param unchanged how many were there as they are
 * @since 1.0.0
 */
public record LoadResult(long added, long changed, long unchanged) {

	/**
	 * How many entries there were.
	 * @return the sum
	 */
	public long total() {
		return this.added + this.changed + this.unchanged;
	}

}
