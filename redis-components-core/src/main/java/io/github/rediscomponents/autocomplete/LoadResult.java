package io.github.rediscomponents.autocomplete;

/**
 * What became of many entries.
 *
 * @param added how many were new
 * @param changed how many were there and are other now
 * @param unchanged how many were there as they are
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
