// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

/**
 * A cache of this process. Called on I/O threads and on the timer; must not block.
 *
 * @since 1.0.0
 */
public interface Recipient {

	/** A lease was given back, with or without a value. */
	void loaded(String text);

	/** The value of a key, and what is being loaded for it, is outdated. */
	void voided(String text);

	/**
	 * The value of a key was changed, loaded or removed, by whichever client: what is
	 * kept of it is outdated. Says nothing about what is being loaded.
	 */
	void changed(String text);

	/** Another generation may have begun: what is kept of any key is outdated. */
	void generationChanged();

	/** Any tag may be invalidated: what is kept of entries with tags is outdated. */
	void tagsChanged();

	/** A generation began. */
	void cleared(long generation);

	/**
	 * Tags were invalidated.
	 * @param ids the tags
	 * @param number of the invalidation
	 */
	void untagged(long[] ids, long number);

	/** Messages may have been missed. */
	void resubscribed();

	/** A probe interval has passed. */
	void tick();

}
