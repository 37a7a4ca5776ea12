// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.function.Supplier;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import reactor.core.publisher.Mono;

/**
 * The code of {@code docs/access.md}.
 */
public final class AccessExamples {

	private AccessExamples() {
	}

	static RedisCredentialsProviderFactory rotating(Supplier<String> password) {
		return new RedisCredentialsProviderFactory() {

			@Override
			public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
				return () -> Mono.fromSupplier(() -> RedisCredentials.just("shop", password.get()));
			}

		};
	}

}
