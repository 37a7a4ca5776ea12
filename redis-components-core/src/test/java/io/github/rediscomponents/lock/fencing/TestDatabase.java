// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A database that runs.
 */
public interface TestDatabase extends AutoCloseable {

	Connection connect() throws SQLException;

	@Override
	default void close() {
	}

}
