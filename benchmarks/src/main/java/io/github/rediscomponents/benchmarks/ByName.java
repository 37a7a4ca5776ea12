// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

/**
 * How a library finds something by its name.
 *
 * @param <L> the library
 * @param <T> what it finds
 */
public interface ByName<L, T> {

	T get(L library, String name);

}
