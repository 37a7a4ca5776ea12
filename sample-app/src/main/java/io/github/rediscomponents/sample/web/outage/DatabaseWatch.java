// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.outage;

import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Logs an outage of the database when it begins and when it is over.
 */
@Component
public class DatabaseWatch {

	private final OutageLog outages = new OutageLog(LoggerFactory.getLogger(DatabaseWatch.class), "the database",
			System::nanoTime);

	/** Records that the database did not answer. */
	public void failed(String what, Exception failure) {
		this.outages.failed(failure.getClass().getName(), what, failure);
	}

	/** Records that the database answered. */
	public void answered() {
		this.outages.answered();
	}

}
