// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.sql.Connection;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * A body that runs in a transaction behind a {@link SqlFence}.
 *
 * @param <T> the type of the result
 * @param <X> the type of an exception besides {@link SQLException}
 * @since 1.0.0
 */
@FunctionalInterface
public interface FencedWork<T extends @Nullable Object, X extends Exception> {

	/**
	 * Writes. Must neither commit nor close.
	 * @param connection in the transaction that passed the fence
	 * @return the result
	 * @throws SQLException if the database fails
	 * @throws X if the body fails
	 */
	T run(Connection connection) throws SQLException, X;

}
