package io.github.rediscomponents.filter;

/**
 * Hears what the Bloom filters do. Called on the threads of the callers or on an I/O
 * thread: must be fast, must not block and should not throw (what it throws is logged and
 * dropped). Every method does nothing unless it is overridden.
 */
public interface BloomFilterListener {

	/** Hears nothing. */
	BloomFilterListener NONE = new BloomFilterListener() {
	};

	/**
	 * Elements were looked up.
	 * @param filter the filter's name
	 * @param answer what was answered
	 * @param elements for how many, at least 1
	 */
	default void tested(String filter, Membership answer, int elements) {
	}

	/**
	 * Elements were added.
	 * @param filter the filter's name
	 * @param before what the filter knew of them before
	 * @param elements how many, at least 1
	 */
	default void added(String filter, Membership before, int elements) {
	}

	/**
	 * More bits are set than the settings allow: the filter is wrong more and more often
	 * and should be rebuilt, larger or without what is gone. Told once by each process
	 * for each generation of the filter that it meets.
	 * @param filter the filter's name
	 * @param fill which part of the bits is set
	 */
	default void saturated(String filter, double fill) {
	}

	/**
	 * A rebuild by this process has ended.
	 * @param filter the filter's name
	 * @param elements how many elements it read
	 * @param succeeded whether the new filter is the live one
	 */
	default void rebuilt(String filter, long elements, boolean succeeded) {
	}

}
