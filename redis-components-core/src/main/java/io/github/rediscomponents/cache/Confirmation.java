package io.github.rediscomponents.cache;

import org.jspecify.annotations.Nullable;

/**
 * Asks once whether entries that are newer than this process knows can be: after they
 * were read the generation is read again. An entry beyond that is broken.
 */
final class Confirmation {

	private final CacheStore store;

	private final Generation generation;

	private @Nullable Boolean read;

	Confirmation(CacheStore store, Generation generation) {
		this.store = store;
		this.generation = generation;
	}

	/**
	 * Whether entries of a generation are visible.
	 * @param newer than what was known before
	 */
	boolean confirms(long newer) {
		if (newer > Generation.MAX) {
			return false;
		}
		Boolean known = this.read;
		if (known == null) {
			known = this.store.refreshGeneration();
			this.read = known;
		}
		// While it cannot be read a newer entry is served all the same.
		return known ? newer == this.generation.visible() : this.generation.known() != Generation.UNKNOWN;
	}

}
