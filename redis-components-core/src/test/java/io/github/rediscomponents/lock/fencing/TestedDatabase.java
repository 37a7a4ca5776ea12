// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.io.IOException;
import java.sql.DriverManager;
import java.util.Optional;

/**
 * A kind of database that tests run on.
 */
public enum TestedDatabase {

	/** In the memory of this JVM. */
	H2(() -> Optional.of(() -> DriverManager.getConnection("jdbc:h2:mem:fences;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000"))),

	MARIA_DB(DatabaseServer::mariaDb),

	POSTGRE_SQL(DatabaseServer::postgreSql);

	private final Starter starter;

	TestedDatabase(Starter starter) {
		this.starter = starter;
	}

	/**
	 * Starts a database of this kind.
	 * @return the database, or empty where none is installed
	 */
	public Optional<TestDatabase> start() throws IOException {
		return this.starter.start();
	}

	private interface Starter {

		Optional<TestDatabase> start() throws IOException;

	}

}
