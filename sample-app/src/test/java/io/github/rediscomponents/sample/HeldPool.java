// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;

import static org.awaitility.Awaitility.await;

/**
 * All connections of the pool of an instance: nothing reaches its database until they are
 * given back.
 */
final class HeldPool implements AutoCloseable {

	private final List<Connection> held = new ArrayList<>();

	HeldPool(Guide guide) {
		try {
			HikariDataSource pool = guide.bean(DataSource.class).unwrap(HikariDataSource.class);
			await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
				this.held.add(pool.getConnection());
				return this.held.size() == pool.getMaximumPoolSize();
			});
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		for (Connection connection : this.held) {
			try {
				connection.close();
			}
			catch (SQLException ex) {
				throw new IllegalStateException(ex);
			}
		}
		this.held.clear();
	}

}
