// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.messaging;

import org.springframework.util.unit.DataSize;

/**
 * Converts the size of a body to the number that the settings validate.
 */
final class PayloadLimit {

	private PayloadLimit() {
	}

	static int bytes(DataSize size) {
		return (int) Math.max(0, Math.min(Integer.MAX_VALUE, size.toBytes()));
	}

}
