// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.http;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.ratelimit.RateLimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Wrong rules stop the start and name the property.
 */
@ExtendWith(OutputCaptureExtension.class)
class HttpRateLimitConfigurationTests {

	private static final String PREFIX = "redis-components.http-rate-limit.";

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			rules[0].policy=none                | rules[0].policy
			rules[0].policy=                    | rules[0].policy
			rules[0].paths[0]=no-slash          | rules[0].paths[0]
			rules[0].paths[0]=/a/**/{b          | rules[0].paths[0]
			rules[0].methods[0]=FETCH           | rules[0].methods[0]
			rules[0].key=cookie                 | rules[0].key
			rules[0].key=header:                | rules[0].key
			rules[0].key=header:a b             | rules[0].key
			rules[0].cost=0                     | rules[0].cost
			rules[0].cost=3                     | rules[0].cost must be at most 2, the burst of policy 'two', was 3
			rules[1].policy=two                 | rules[1].paths
			rules[0].whenmissing=maybe          | rules[0].when
			rules[0].polisy=two                 | rules[0].polisy
			trusted-proxies[0]=10.0.0.0/33      | trusted-proxies[0]
			trusted-proxies[0]=proxy.example.org| trusted-proxies[0]
			trusted-proxies[1]=                 | trusted-proxies
			trusted-proxies[0]=fd00::/129       | trusted-proxies[0]
			trusted-proxies[0]=10.0.0/8         | trusted-proxies[0]
			ipv6-prefix=129                     | ipv6-prefix
			ipv6-prefix=8                       | ipv6-prefix
			forwarded-header=via                | forwarded-header
			enabled=maybe                       | enabled
			""")
	void stopTheStart(String property, String named) {
		runner().withPropertyValues(PREFIX + "rules[0].policy=two", PREFIX + "rules[0].paths[0]=/a", PREFIX + property)
			.run((context) -> {
				StringBuilder messages = new StringBuilder();
				for (Throwable at = context.getStartupFailure(); at != null; at = at.getCause()) {
					messages.append(at).append('\n');
				}
				assertThat(messages.toString()).contains(PREFIX + named);
			});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					redis-components.http-rate-limit.rules[0].policy=tow  | rules[0].policy' must be one of
					redis-components.http-rate-limit.rules[0].policy=tow;redis-components.servers.hot.host=127.0.0.1 | rules[0].policy' must be one of
					redis-components.http-rate-limit.rules[0].cost=3      | rules[0].cost' must be at most 2
					redis-components.http-rate-limit.rules[0].polisy=two  | rules[0].polisy' is unknown. Did you mean 'policy'
					redis-components.rate-limit.policies.two.limit=0      | redis-components.rate-limit.policies.two.limit
					redis-components.rate-limit.policies.two.period=60    | redis-components.rate-limit.policies.two.period' must have a unit
					redis-components.enabled=false                        | must be empty while there is no RateLimiter bean
					redis-components.rate-limit.enabled=false             | must be empty while there is no RateLimiter bean
					""")
	void failBeforeTheWebServerStarts(String properties, String named, CapturedOutput output) {
		String[] all = Stream.concat(Stream.of("redis-components.rate-limit.policies.two.limit=2",
				"redis-components.rate-limit.policies.two.period=1h", PREFIX + "rules[0].policy=two",
				PREFIX + "rules[0].paths[0]=/a"), Stream.of(properties.split(";")))
			.toArray(String[]::new);
		assertThat(catchThrowable(() -> new WebApplication(Application.class, all))).isNotNull();
		assertThat(output.getAll()).contains("APPLICATION FAILED TO START", named).doesNotContainIgnoringCase("tomcat");
	}

	@Test
	void rulesNeedARateLimiter() {
		runner()
			.withPropertyValues(PREFIX + "rules[0].policy=two", PREFIX + "rules[0].paths[0]=/a",
					"redis-components.rate-limit.enabled=false")
			.run((context) -> assertThat(context).getFailure()
				.isInstanceOf(InvalidPropertyException.class)
				.hasMessageContaining(PREFIX + "rules must be empty while there is no RateLimiter bean"));
		runner().withPropertyValues("redis-components.rate-limit.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	@Test
	void theFilterCanBeLeftOut() {
		String filter = "redisComponentsHttpRateLimitFilter";
		runner().run((context) -> assertThat(context).hasBean(filter));
		runner().withPropertyValues(PREFIX + "enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(filter));
		TestContexts.connected()
			.withClassLoader(new FilteredClassLoader("jakarta.servlet", "org.springframework.web"))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(RateLimiter.class));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	private static WebApplicationContextRunner runner() {
		return new WebApplicationContextRunner().withConfiguration(AutoConfigurations.of(TestBoot.REDIS))
			.withConfiguration(AutoConfigurations.of(TestContexts.autoConfigurations()))
			.withPropertyValues("redis-components.rate-limit.policies.two.limit=2",
					"redis-components.rate-limit.policies.two.period=1h");
	}

}
