package io.github.rediscomponents.docs;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockListener;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.QuorumLock;
import io.github.rediscomponents.lock.fencing.SqlFence;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

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
		try (Lease lease = quorum.name("payout:" + day).acquire()) {
			fence.<Void, RuntimeException>call(database, lease, (connection) -> payOut(connection, day));
		}
	}

	QuorumLock create(RedisPort a, RedisPort b, RedisPort c, Background background) {
		QuorumLock quorum = QuorumLock.create(List.of(a, b, c), new KeySpace("shop"),
				new LiveSettings<>(LockSettings.defaults()), background, LockListener.NONE);
		return quorum;
	}

	private static @Nullable Void payOut(Connection connection, String day) {
		return null;
	}

}
