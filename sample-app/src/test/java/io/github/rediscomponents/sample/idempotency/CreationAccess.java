// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lets keys grow old.
 */
final class CreationAccess {

	private CreationAccess() {
	}

	/** Makes a key some days older. */
	static void age(ApplicationContext context, String key, int days) {
		context.getBean(JdbcClient.class)
			.sql("UPDATE tb_creation SET noted_at = noted_at - ? WHERE request_key = ?")
			.params(Duration.ofDays(days).toMillis(), key)
			.update();
	}

	/** Creates under a key that another instance deletes once it is noted. */
	static <T> Created<T> createWhileForgotten(ApplicationContext context, CreationRequest<?> request,
			Supplier<T> creation, ToLongFunction<T> id) {
		CreationStore forgetful = new CreationStore(context.getBean(JdbcClient.class)) {
			@Override
			void note(long userId, String key) {
				super.note(userId, key);
				deleteBefore(Long.MAX_VALUE);
			}
		};
		return new Creations(forgetful, context.getBean(JsonMapper.class),
				context.getBean(PlatformTransactionManager.class))
			.create(request, creation, id);
	}

	/** Deletes keys that are too old. */
	static void forgetOld(ApplicationContext context) {
		context.getBean(Creations.class).forgetOld();
	}

}
