// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.sql.SQLException;

import org.h2.tools.Server;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * An H2 database in this JVM that other JVMs use, too.
 */
final class SharedDatabase implements AutoCloseable {

	private static final String OPTIONS = ";MODE=MySQL;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000";

	private final Server server;

	private final String name;

	private SharedDatabase(Server server, String name) {
		this.server = server;
		this.name = name;
	}

	static SharedDatabase start(String name) {
		try {
			return new SharedDatabase(Server.createTcpServer("-tcpPort", "0", "-ifNotExists").start(), name);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	String url() {
		return "jdbc:h2:tcp://localhost:" + this.server.getPort() + "/mem:" + this.name + OPTIONS;
	}

	JdbcClient jdbc() {
		return JdbcClient.create(new DriverManagerDataSource(url(), "sa", ""));
	}

	@Override
	public void close() {
		this.jdbc().sql("SHUTDOWN").update();
		this.server.stop();
	}

}
