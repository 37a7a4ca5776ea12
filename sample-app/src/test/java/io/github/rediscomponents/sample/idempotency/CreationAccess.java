// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.time.Duration;

import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Lets tests of other packages see keys grow old.
 */
public final class CreationAccess {

	private CreationAccess() {
	}

	/** Makes a key some days older. */
	public static void age(ApplicationContext context, String key, int days) {
		context.getBean(JdbcClient.class)
			.sql("UPDATE tb_creation SET noted_at = noted_at - ? WHERE request_key = ?")
			.params(Duration.ofDays(days).toMillis(), key)
			.update();
	}

	/** Deletes keys that are too old. */
	public static void forgetOld(ApplicationContext context) {
		context.getBean(Creations.class).forgetOld();
	}

}
