// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;

/**
 * Skipped where {@code postgres} is not installed.
 */
class PostgreSqlSqlFenceTests extends SqlFenceContract {

	private static @Nullable TestDatabase database;

	@BeforeAll
	static void start() throws IOException {
		database = TestDatabase.postgreSql().orElse(null);
		if (database == null) {
			System.out.println("PostgreSqlSqlFenceTests are skipped: postgres is not installed");
		}
		Assumptions.assumeTrue(database != null, "postgres is not installed");
	}

	@AfterAll
	static void stop() {
		if (database != null) {
			database.close();
		}
	}

	@Override
	Connection open() throws SQLException {
		return database.connect();
	}

}
