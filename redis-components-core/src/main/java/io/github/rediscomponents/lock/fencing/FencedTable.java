// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * A table of a SQL database whose rows remember, in a column of their own, the largest
 * fencing token that wrote them. One conditional {@code UPDATE} writes and refuses, with
 * or without a transaction around it. For inserts, deletes and writes to several tables
 * see {@link SqlFence}.
 *
 * <p>
 * The column is a 64-bit integer; null counts as "no token yet". Every writer of the
 * table's fenced columns has to write through the fence: a plain {@code UPDATE} is not
 * held back by it. Instances are immutable and safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public final class FencedTable {

	private final String table;

	private final String key;

	private final String fence;

	private FencedTable(String table, String key, String fence) {
		this.table = table;
		this.key = key;
		this.fence = fence;
	}

	/**
	 * Describes a table. Names are written into statements without quotes.
	 * @param table its name, perhaps with a schema before a dot
	 * @param keyColumn a unique column
	 * @param fenceColumn the column of the largest token
	 * @return the table
	 * @throws IllegalArgumentException if a name has other characters than letters,
	 * digits and underscores
	 */
	public static FencedTable of(String table, String keyColumn, String fenceColumn) {
		return new FencedTable(Fences.table(table), Fences.column("keyColumn", keyColumn),
				Fences.column("fenceColumn", fenceColumn));
	}

	/**
	 * Updates a row unless a later holder has written it. One statement, and one more
	 * that finds the reason when nothing was written.
	 * @param connection in a transaction or not
	 * @param key the row's key
	 * @param token a fencing token, from 1 to 2<sup>53</sup>; the same one writes any
	 * number of times
	 * @param values the values by column, at least one, of types that
	 * {@link PreparedStatement#setObject(int, Object)} accepts
	 * @return whether the row was written
	 * @throws IllegalArgumentException if a column has other characters than letters,
	 * digits and underscores, or is the key or the fence; nothing was sent
	 * @throws SQLException if the database fails
	 */
	public FencedWrite update(Connection connection, Object key, long token,
			Map<String, ? extends @Nullable Object> values) throws SQLException {
		Checks.notNull("connection", connection);
		Checks.notNull("key", key);
		Fences.token(token);
		List<@Nullable Object> parameters = new ArrayList<>();
		String statement = statement(values, parameters);
		parameters.add(token);
		parameters.add(key);
		parameters.add(token);
		for (boolean again = false; true; again = true) {
			if (update(connection, statement, parameters) > 0) {
				return FencedWrite.WRITTEN;
			}
			Long seen = look(connection, key);
			if (seen == null) {
				return FencedWrite.NO_ROW;
			}
			if (seen > token) {
				return FencedWrite.REFUSED;
			}
			// The row came meanwhile, or the driver counts only rows that changed.
			if (again) {
				return FencedWrite.WRITTEN;
			}
		}
	}

	private String statement(Map<String, ? extends @Nullable Object> values, List<@Nullable Object> parameters) {
		Checks.isTrue(!Checks.notNull("values", values).isEmpty(), "values must not be empty");
		StringBuilder statement = new StringBuilder("UPDATE ").append(this.table).append(" SET ");
		values.forEach((column, value) -> {
			Fences.column("values", column);
			Checks.isTrue(!column.equalsIgnoreCase(this.key) && !column.equalsIgnoreCase(this.fence),
					"values must not have the key or the fence, has " + column);
			statement.append(column).append(" = ?, ");
			parameters.add(value);
		});
		return statement.append(this.fence)
			.append(" = ? WHERE ")
			.append(this.key)
			.append(" = ? AND (")
			.append(this.fence)
			.append(" IS NULL OR ")
			.append(this.fence)
			.append(" <= ?)")
			.toString();
	}

	private static int update(Connection connection, String text, List<@Nullable Object> parameters)
			throws SQLException {
		try (PreparedStatement statement = connection.prepareStatement(text)) {
			for (int i = 0; i < parameters.size(); i++) {
				statement.setObject(i + 1, parameters.get(i));
			}
			return statement.executeUpdate();
		}
	}

	private @Nullable Long look(Connection connection, Object row) throws SQLException {
		// Locking, so that a snapshot of the transaction cannot hide the present row.
		String text = "SELECT " + this.fence + " FROM " + this.table + " WHERE " + this.key + " = ? FOR UPDATE";
		try (PreparedStatement statement = connection.prepareStatement(text)) {
			statement.setObject(1, row);
			try (ResultSet found = statement.executeQuery()) {
				return found.next() ? (Long) found.getLong(1) : null;
			}
		}
	}

	@Override
	public String toString() {
		return "FencedTable[" + this.table + ']';
	}

}
