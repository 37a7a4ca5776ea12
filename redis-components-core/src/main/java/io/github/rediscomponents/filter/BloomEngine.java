package io.github.rediscomponents.filter;

/**
 * What keeps the bits of a {@link BloomFilter}.
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
