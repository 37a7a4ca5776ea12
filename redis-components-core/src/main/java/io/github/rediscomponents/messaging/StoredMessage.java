// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.List;

import io.github.rediscomponents.support.Utf8;

/**
 * An entry of a stream as a script replies with it: an id of two numbers, and two fields.
 *
 * @param first the first number of its id
 * @param second the second number of its id
 * @param values the values of its fields, without their names
 */
record StoredMessage(long first, long second, List<byte[]> values) {

	static StoredMessage of(Object reply) {
		List<?> parts = (List<?>) reply;
		String id = Utf8.text(parts.get(0));
		int dash = id.indexOf('-');
		List<?> fields = (List<?>) parts.get(1);
		return new StoredMessage(Long.parseLong(id.substring(0, dash)), Long.parseLong(id.substring(dash + 1)),
				List.of((byte[]) fields.get(1), (byte[]) fields.get(3)));
	}

}
