// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

import java.util.List;

/**
 * What became of a promise.
 *
 * @param promise the promise
 * @param kept whether it was kept
 * @param seen the numbers that show it
 * @since 1.0.0
 */
public record Kept(Promise promise, boolean kept, List<Long> seen) {

	/** The numbers as a sentence. */
	public String numbers() {
		return this.promise.numbers(this.seen.toArray(Long[]::new));
	}

}
