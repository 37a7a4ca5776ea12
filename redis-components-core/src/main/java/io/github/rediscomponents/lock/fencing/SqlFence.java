// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Savepoint;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.support.Checks;

/**
 * A table of a SQL database that remembers the largest fencing token of each resource. A
 * transaction passes the fence first and then writes any data, in any number of tables,
 * inserts and deletes included; a holder with an older token is refused.
 *
 * <p>
 * The table has two columns, one row for each resource, made by the application and
 * filled by this class:
 *
 * <pre>
 * CREATE TABLE fence (resource VARCHAR(512) NOT NULL PRIMARY KEY, token BIGINT NOT NULL)
 * </pre>
 *
 * <p>
 * Passing locks the resource's row until the transaction ends. A later holder that comes
 * to the fence waits until an earlier one that passed before has committed or rolled
 * back. A holder that comes after a later one is refused: what is committed is ordered by
 * token. Tested with H2, MariaDB and PostgreSQL; any isolation level.
 *
 * <p>
 * Cost: one statement for a resource that was seen before; three the first time.
 * Instances are immutable and safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public final class SqlFence {

	private final String raise;

	private final String look;

	private final String add;

	private SqlFence(String table, String resourceColumn, String tokenColumn) {
		this.raise = "UPDATE " + table + " SET " + tokenColumn + " = ? WHERE " + resourceColumn + " = ? AND "
				+ tokenColumn + " <= ?";
		// Locking, so that a snapshot of the transaction cannot hide the present row.
		this.look = "SELECT " + tokenColumn + " FROM " + table + " WHERE " + resourceColumn + " = ? FOR UPDATE";
		this.add = "INSERT INTO " + table + " (" + resourceColumn + ", " + tokenColumn + ") VALUES (?, ?)";
	}

	/**
	 * A fence whose columns are called {@code resource} and {@code token}.
	 * @param table its name, perhaps with a schema before a dot; written into statements
	 * without quotes
	 * @return the fence
	 * @throws IllegalArgumentException if the name has other characters than letters,
	 * digits and underscores
	 */
	public static SqlFence table(String table) {
		return table(table, "resource", "token");
	}

	/**
	 * A fence with columns of other names.
	 * @param table see {@link #table(String)}
	 * @param resourceColumn the primary key, a text
	 * @param tokenColumn the largest token, a 64-bit integer
	 * @return the fence
	 * @throws IllegalArgumentException if a name has other characters than letters,
	 * digits and underscores
	 */
	public static SqlFence table(String table, String resourceColumn, String tokenColumn) {
		return new SqlFence(Fences.table(table), Fences.column("resourceColumn", resourceColumn),
				Fences.column("tokenColumn", tokenColumn));
	}

	/**
	 * Passes the fence with the token of a lease; the resource is the lock's name.
	 * @param connection in the transaction that writes afterwards
	 * @param lease the lock under which is written
	 * @throws StaleTokenException if a later holder was here; the caller must roll back
	 * @throws IllegalStateException if the connection commits every statement by itself
	 * @throws SQLException if the database fails, such as by a deadlock; nothing may be
	 * written then
	 */
	public void enter(Connection connection, Lease lease) throws SQLException {
		enter(connection, lease.name(), lease.token());
	}

	/**
	 * Passes the fence. The same token passes any number of times.
	 * @param connection in the transaction that writes afterwards
	 * @param resource the name of the written resource, 1 to 512 characters, the same for
	 * all its writers
	 * @param token a fencing token, from 1 to 2<sup>53</sup>
	 * @throws StaleTokenException if a later holder was here; the caller must roll back
	 * @throws IllegalStateException if the connection commits every statement by itself
	 * @throws SQLException if the database fails, such as by a deadlock; nothing may be
	 * written then
	 */
	public void enter(Connection connection, String resource, long token) throws SQLException {
		Checks.notNull("connection", connection);
		Fences.resource(resource);
		Fences.token(token);
		if (connection.getAutoCommit()) {
			throw new IllegalStateException("A fence must be passed in the transaction that writes: autoCommit is on");
		}
		boolean added = false;
		while (!raise(connection, resource, token)) {
			Long seen = look(connection, resource);
			if (seen == null) {
				if (add(connection, resource, token, added)) {
					return;
				}
				added = true;
			}
			else if (seen > token) {
				throw new StaleTokenException(resource, token, seen);
			}
			// Some drivers count only rows that changed, and this one need not.
			else if (seen == token) {
				return;
			}
		}
	}

	/**
	 * Passes the fence with the token of a lease and writes, in one transaction of its
	 * own.
	 * @param database gives the connection
	 * @param lease the lock under which is written; keep it until this returns
	 * @param work the writes
	 * @param <T> the type of the result
	 * @param <X> the type of the exception
	 * @return the result of the work; committed
	 * @throws StaleTokenException if a later holder was here; the work did not run
	 * @throws SQLException if the database fails; rolled back, unless it was the commit
	 * that got no answer
	 * @throws X if the work fails; rolled back
	 */
	public <T extends @Nullable Object, X extends Exception> T call(DataSource database, Lease lease,
			FencedWork<T, X> work) throws SQLException, X {
		Checks.notNull("work", work);
		try (Connection connection = database.getConnection()) {
			boolean auto = connection.getAutoCommit();
			connection.setAutoCommit(false);
			boolean done = false;
			try {
				enter(connection, lease);
				T result = work.run(connection);
				connection.commit();
				done = true;
				return result;
			}
			finally {
				if (!done) {
					connection.rollback();
				}
				connection.setAutoCommit(auto);
			}
		}
	}

	private boolean raise(Connection connection, String resource, long token) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.raise)) {
			statement.setLong(1, token);
			statement.setString(2, resource);
			statement.setLong(3, token);
			return statement.executeUpdate() > 0;
		}
	}

	private @Nullable Long look(Connection connection, String resource) throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(this.look)) {
			statement.setString(1, resource);
			try (ResultSet row = statement.executeQuery()) {
				return row.next() ? (Long) row.getLong(1) : null;
			}
		}
	}

	/**
	 * Adds the row of a resource.
	 * @param again whether this was tried before; then the row is there and stays
	 * invisible to the snapshot of this transaction
	 * @return false if another one did meanwhile
	 */
	private boolean add(Connection connection, String resource, long token, boolean again) throws SQLException {
		// PostgreSQL refuses everything after a failed statement, up to a savepoint.
		Savepoint before = connection.setSavepoint();
		try (PreparedStatement statement = connection.prepareStatement(this.add)) {
			statement.setString(1, resource);
			statement.setLong(2, token);
			statement.executeUpdate();
			connection.releaseSavepoint(before);
			return true;
		}
		catch (SQLException ex) {
			if (again || !isDuplicate(ex)) {
				throw ex;
			}
			connection.rollback(before);
			return false;
		}
	}

	private static boolean isDuplicate(SQLException ex) {
		return ex instanceof SQLIntegrityConstraintViolationException
				|| (ex.getSQLState() != null && ex.getSQLState().startsWith("23"));
	}

	@Override
	public String toString() {
		return "SqlFence[" + this.raise + ']';
	}

}
