// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import org.springframework.util.unit.DataSize;

/**
 * Converts the sizes of properties to the numbers of bytes that settings have.
 *
 * @since 1.0.0
 */
public final class Sizes {

	private Sizes() {
	}

	/**
	 * Returns a size in bytes. The settings check its range.
	 * @param component the name of the record component
	 * @throws IllegalArgumentException if no setting can have this size; the message
	 * begins with the name
	 */
	public static int bytes(String component, DataSize size) {
		long bytes = size.toBytes();
		if (bytes != (int) bytes) {
			throw new IllegalArgumentException(component + " must be less than 2GB, was " + bytes + " bytes");
		}
		return (int) bytes;
	}

}
