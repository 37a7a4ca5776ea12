// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.util.List;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Inserts many rows in batches and logs the progress.
 */
@Component
class Batches {

	private static final int SIZE = 1000;

	private static final int SHOWN_EVERY_MILLIS = 250;

	private final JdbcTemplate jdbc;

	Batches(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	void insert(String what, String sql, List<Object[]> rows) {
		if (rows.isEmpty()) {
			return;
		}
		try (ProgressBar bar = new ProgressBarBuilder().setTaskName(what)
			.setInitialMax(rows.size())
			.setUpdateIntervalMillis(SHOWN_EVERY_MILLIS)
			.build()) {
			for (int from = 0; from < rows.size(); from += SIZE) {
				List<Object[]> batch = rows.subList(from, Math.min(rows.size(), from + SIZE));
				this.jdbc.batchUpdate(sql, batch);
				bar.stepBy(batch.size());
			}
		}
	}

}
