package io.github.rediscomponents.autoconfigure.social;

import io.github.rediscomponents.social.RankedSet;
import io.github.rediscomponents.social.RankedSets;

/**
 * Makes the beans of the declared ranked sets.
 */
final class RankedSetFactory {

	private final RankedSets sets;

	RankedSetFactory(RankedSets sets) {
		this.sets = sets;
	}

	RankedSet declared(String name) {
		return this.sets.set(name);
	}

}
