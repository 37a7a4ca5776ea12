// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.util.function.BooleanSupplier;

/**
 * What a server is used for.
 *
 * @param server how messages name it
 * @param cachesOnly returns whether it has nothing but caches at present, whose entries
 * it may evict
 * @since 1.0.0
 */
public record ServerUse(String server, BooleanSupplier cachesOnly) {

	/** The only server, with any component. */
	public static final ServerUse ANY = new ServerUse("the server", () -> false);

}
