// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.sql.Connection;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * What is done in a transaction behind a {@link SqlFence}.
 *
 * @param <T> what it returns
 * @param <X> what it throws besides {@link SQLException}
 * @since 0.1.0
 */
@FunctionalInterface
public interface FencedWork<T extends @Nullable Object, X extends Exception> {

	/**
	 * Writes. Must neither commit nor close.
	 * @param connection in the transaction that passed the fence
	 * @return the result
	 * @throws SQLException what the database says
	 * @throws X what else goes wrong
	 */
	T run(Connection connection) throws SQLException, X;

}
