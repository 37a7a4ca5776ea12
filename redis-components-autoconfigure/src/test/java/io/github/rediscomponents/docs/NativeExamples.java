// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.function.Function;

import org.springframework.aot.hint.annotation.RegisterReflectionForBinding;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.Lookup;

/**
 * What native.md shows.
 */
@Configuration(proxyBeanMethods = false)
@RegisterReflectionForBinding(NativeExamples.Report.class)
class NativeExamples {

	@Bean
	Reports reports(CacheClient caches) {
		return new Reports((month) -> caches.cache("report", Report.class).peek(month));
	}

	record Report(String month, long sold) {

	}

	record Reports(Function<String, Lookup<Report>> byMonth) {

	}

}
