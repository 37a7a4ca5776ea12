// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.Locale;

/**
 * A fault that the demo can cause.
 */
enum Fault {

	/** Redis is killed and starts again five seconds later. */
	REDIS_KILL,

	/** Redis loses all data. */
	REDIS_EMPTY,

	/** The second instance is killed. */
	OTHER_KILL;

	/** Returns the name as it is in an address. */
	String word() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
