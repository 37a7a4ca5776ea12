// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

/**
 * Has connections of its own that lead to the primaries.
 */
interface Dependent {

	/** Connects anew, because the primary has moved. Does not block. */
	void reconnect();

}
