// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * The reply of the acquire script: the lease, a value that was stored meanwhile, the rest
 * of the lease of another process, or a fence.
 *
 * @param owner whether the lease is ours
 * @param entry the bytes of a value that the caller has not seen, or null
 * @param leftMillis how long another process's lease, or the fence, lasts
 * @param fenced whether what is loaded now must not be stored
 * @since 1.0.0
 */
public record Acquired(boolean owner, byte @Nullable [] entry, long leftMillis, boolean fenced) {

	public static Acquired of(List<Object> reply) {
		return switch ((int) Utf8.number(reply.get(0))) {
			case 1 -> new Acquired(true, null, 0, false);
			case 2 -> new Acquired(false, (byte[]) reply.get(1), 0, false);
			case 3 -> new Acquired(false, null, Utf8.number(reply.get(1)), true);
			default -> new Acquired(false, null, Utf8.number(reply.get(1)), false);
		};
	}

}
