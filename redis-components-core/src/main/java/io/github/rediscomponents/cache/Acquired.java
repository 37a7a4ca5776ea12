package io.github.rediscomponents.cache;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * What the acquire script answers: the lease, a value that came meanwhile, or how long
 * somebody else's lease lasts.
 *
 * @param owner whether the lease is ours
 * @param entry the bytes of a value that the caller has not seen, or null
 * @param leftMillis how long somebody else's lease lasts
 */
record Acquired(boolean owner, byte @Nullable [] entry, long leftMillis) {

	static Acquired of(List<Object> reply) {
		return switch ((int) Utf8.number(reply.get(0))) {
			case 1 -> new Acquired(true, null, 0);
			case 2 -> new Acquired(false, (byte[]) reply.get(1), 0);
			default -> new Acquired(false, null, Utf8.number(reply.get(1)));
		};
	}

}
