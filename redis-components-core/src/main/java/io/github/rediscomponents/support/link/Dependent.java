// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.util.Set;

/**
 * Has connections of its own that lead to the primaries.
 */
public interface Dependent {

	/** Connects anew, because the primary has moved. Does not block. */
	void reconnect();

	/**
	 * The topology of the cluster has changed. Does not block.
	 * @param masters the nodes that serve slots
	 */
	default void changed(Set<String> masters) {
	}

}
