// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial;

/**
 * A place between two commands of a snippet, where another thread can run. Does nothing
 * outside of tests.
 */
@FunctionalInterface
public interface Pause {

	/** Goes on at once. */
	Pause NONE = () -> {
	};

	/**
	 * Lets the other thread run.
	 */
	void here();

}
