// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.guide;

/**
 * What a cache of the guide has done since its instances started, over all of them.
 *
 * @param lookups how often a key was looked up
 * @param hits how often it was there
 * @param loads how often the database was asked
 * @param late how often Redis did not answer in time, and the cache went on without it
 */
public record CacheCounts(long lookups, long hits, long loads, long late) {

	/** Nothing yet. */
	public static final CacheCounts NONE = new CacheCounts(0, 0, 0, 0);

	public CacheCounts plus(CacheCounts other) {
		return new CacheCounts(this.lookups + other.lookups, this.hits + other.hits, this.loads + other.loads,
				this.late + other.late);
	}

	public CacheCounts since(CacheCounts earlier) {
		return new CacheCounts(this.lookups - earlier.lookups, this.hits - earlier.hits, this.loads - earlier.loads,
				this.late - earlier.late);
	}

	/** The share of lookups that were hits; 1 if there were none. */
	public double hitRate() {
		return (this.lookups == 0) ? 1 : (double) this.hits / this.lookups;
	}

}
