// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import io.github.rediscomponents.support.ShortOfThreads;

/**
 * Gives tests of other packages a {@link Background} of their own threads.
 */
public final class BackgroundInside {

	private BackgroundInside() {
	}

	public static Background of(ShortOfThreads threads) {
		return new Background(threads, threads);
	}

}
