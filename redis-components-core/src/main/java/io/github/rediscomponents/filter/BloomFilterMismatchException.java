// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

/**
 * A {@link BloomFilter} was built with settings other than the current ones. Nothing was
 * changed. Answering would be wrong: the bits of an element are elsewhere.
 *
 * @since 1.0.0
 */
public final class BloomFilterMismatchException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String filter;

	private final String stored;

	private final String configured;

	BloomFilterMismatchException(String filter, String stored, String configured) {
		super("Bloom filter '" + filter + "' is stored as '" + stored + "' but configured as '" + configured
				+ "'; rebuild it with these settings, or give it its old ones");
		this.filter = filter;
		this.stored = stored;
		this.configured = configured;
	}

	/**
	 * Which filter.
	 * @return its name
	 */
	public String filter() {
		return this.filter;
	}

	/**
	 * How it is stored.
	 * @return capacity, error rate and derived numbers
	 */
	public String stored() {
		return this.stored;
	}

	/**
	 * How it would be stored by the settings of this process.
	 * @return see {@link #stored()}
	 */
	public String configured() {
		return this.configured;
	}

}
