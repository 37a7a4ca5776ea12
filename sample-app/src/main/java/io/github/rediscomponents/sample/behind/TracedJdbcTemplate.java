// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.behind;

import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Counts the statements of a request, with those that fail.
 */
class TracedJdbcTemplate extends JdbcTemplate {

	TracedJdbcTemplate(DataSource source) {
		super(source);
	}

	@Override
	protected void applyStatementSettings(Statement statement) throws SQLException {
		super.applyStatementSettings(statement);
		Trace trace = Trace.current();
		if (trace != null) {
			trace.statementStarts();
		}
	}

	@Override
	protected void handleWarnings(Statement statement) throws SQLException {
		Trace trace = Trace.current();
		if (trace != null) {
			trace.statementEnds();
		}
		super.handleWarnings(statement);
	}

}
