// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

/**
 * A component that knows what is unwell in it.
 *
 * @since 1.0.0
 */
public interface Troubled {

	/**
	 * Returns what is unwell; of a component of one Redis that of its port.
	 * @return always the same
	 */
	Troubles troubles();

}
