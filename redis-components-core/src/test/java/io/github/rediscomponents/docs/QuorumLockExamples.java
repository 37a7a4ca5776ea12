// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.fencing.SqlFence;
import io.github.rediscomponents.lock.quorum.QuorumLock;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The code of docs/lock-quorum.md.
 */
class QuorumLockExamples {

	private final DataSource database;

	private final SqlFence fence = SqlFence.table("fence");

	QuorumLockExamples(DataSource database) {
		this.database = database;
	}

	void use(QuorumLock quorum, String day) throws SQLException, InterruptedException {
		try (Lease lease = quorum.get("payout:" + day).acquire()) {
			fence.<Void, RuntimeException>call(database, lease, (connection) -> payOut(connection, day));
		}
	}

	QuorumLock create(CommandPort a, CommandPort b, CommandPort c, Background background) {
		QuorumLock quorum = QuorumLock.create(List.of(a, b, c), new KeySpace("shop"),
				new LiveSettings<>(LockSettings.defaults()), background, LockObserver.NONE);
		return quorum;
	}

	private static @Nullable Void payOut(Connection connection, String day) {
		return null;
	}

}
