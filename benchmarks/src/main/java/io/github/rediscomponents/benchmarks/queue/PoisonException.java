// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

/**
 * A handler failed on purpose.
 */
final class PoisonException extends RuntimeException {

	PoisonException() {
		super("Poison", null, false, false);
	}

}
