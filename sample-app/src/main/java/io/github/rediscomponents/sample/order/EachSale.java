// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.util.Collection;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Runs an action for each of several sales. One that fails keeps none of the others from
 * it.
 */
final class EachSale {

	private EachSale() {
	}

	/**
	 * Runs an action for each sale.
	 * @throws RuntimeException the first failure, after all sales; the others are
	 * suppressed
	 */
	static <T> void run(Collection<T> sales, Consumer<T> action) {
		@Nullable RuntimeException failure = null;
		for (T sale : sales) {
			try {
				action.accept(sale);
			}
			catch (RuntimeException ex) {
				if (failure == null) {
					failure = ex;
				}
				else {
					failure.addSuppressed(ex);
				}
			}
		}
		if (failure != null) {
			throw failure;
		}
	}

}
