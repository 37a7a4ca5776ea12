// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.database;

import java.sql.SQLException;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.MariaDbServer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A MariaDB server, by the profile {@code mysql}. Skipped where it is not installed.
 */
class MariaDbDatabaseTests extends DatabaseContract {

	private @Nullable MariaDbServer server;

	@Override
	Guide.Settings settings() {
		this.server = MariaDbServer.start().orElse(null);
		if (this.server == null) {
			System.out.println("MariaDbDatabaseTests are skipped: mariadbd is not installed");
		}
		Assumptions.assumeTrue(this.server != null, "mariadbd is not installed");
		try {
			this.server.createDatabase("city_guide");
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		return new Guide.Settings().profiles("mariadb", "demo")
			.without("spring.datasource.url")
			.with("DB_HOST", "127.0.0.1")
			.with("DB_PORT", String.valueOf(this.server.port()))
			.with("DB_USER", "root")
			.with("spring.datasource.hikari.data-source-properties.socketTimeout", "60000");
	}

	@Override
	void stopDatabase() {
		if (this.server != null) {
			this.server.close();
		}
	}

}
