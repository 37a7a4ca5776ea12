package io.github.rediscomponents.benchmarks;

/**
 * A handler failed on purpose.
 */
final class PoisonException extends RuntimeException {

	PoisonException() {
		super("Poison", null, false, false);
	}

}
