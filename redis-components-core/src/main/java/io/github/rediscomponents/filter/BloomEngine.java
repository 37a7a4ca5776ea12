// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

/**
 * The store of the bits of a {@link BloomFilter}.
 *
 * @since 1.0.0
 */
public enum BloomEngine {

	/** Plain strings of Redis. Works on every server. */
	BITMAP,

	/**
	 * The {@code BF.} commands of the server: those of Redis 8 or of the module
	 * RedisBloom. Servers without them refuse every call.
	 */
	MODULE

}
