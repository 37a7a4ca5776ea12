// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;

import javax.sql.DataSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.fencing.FencedTable;
import io.github.rediscomponents.lock.fencing.FencedValue;
import io.github.rediscomponents.lock.fencing.FencedValues;
import io.github.rediscomponents.lock.fencing.FencedWrite;
import io.github.rediscomponents.lock.fencing.SqlFence;
import io.github.rediscomponents.lock.fencing.StaleTokenException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The code of docs/fencing.md.
 */
class FencingExamples {

	private final DistributedLock locks;

	private final DataSource database;

	private final CommandPort redis;

	private final KeySpace keys;

	FencingExamples(DistributedLock locks, DataSource database, CommandPort redis, KeySpace keys) {
		this.locks = locks;
		this.database = database;
		this.redis = redis;
		this.keys = keys;
	}

	void guard(long shop) throws SQLException, InterruptedException {
		SqlFence fence = SqlFence.table("fence");
		try (Lease lease = locks.get("stock:" + shop).acquire()) {
			fence.<Integer, RuntimeException>call(database, lease, (connection) -> takeOne(connection, shop));
		}
		catch (StaleTokenException ex) {
			report("another holder had the lock in between; nothing was written");
		}
	}

	void inATransaction(SqlFence fence, Connection connection, Lease lease, long shop) throws SQLException {
		fence.enter(connection, lease);
		takeOne(connection, shop);
	}

	void column(Connection connection, Lease lease, long shop, int stock) throws SQLException {
		FencedTable shops = FencedTable.of("shop", "id", "fence");
		switch (shops.update(connection, shop, lease.token(), Map.of("stock", stock))) {
			case WRITTEN -> report("done");
			case REFUSED -> report("a later holder was here");
			case NO_ROW -> report("there is no such shop");
		}
	}

	void redis(Lease lease) {
		FencedValues<String> values = FencedValues.create(redis, keys, ValueCodecs.json().codec(String.class),
				Duration.ofHours(1), Duration.ofDays(1));
		values.raise("stock:17", lease.token());
		String stock = values.get("stock:17").map(FencedValue::value).orElse("0");
		if (values.set("stock:17", next(stock), lease.token()) == FencedWrite.REFUSED) {
			report("a later holder was here, and nothing was written");
		}
	}

	private static int takeOne(Connection connection, long shop) throws SQLException {
		try (PreparedStatement statement = connection
			.prepareStatement("UPDATE shop SET stock = stock - 1 WHERE id = ?")) {
			statement.setLong(1, shop);
			return statement.executeUpdate();
		}
	}

	private static String next(String stock) {
		return stock + 1;
	}

	private void report(String what) {
	}

}
