// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import io.github.rediscomponents.autoconfigure.TestContexts;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which settings are shown without their values.
 */
class MaskedSettingsTests {

	@ParameterizedTest
	@ValueSource(strings = { "token-session.ttl", "token-session.max-sessions", "lock.token-retention",
			"task-queue.queues.password-mails.max-length", "cache.caches.access-keys.ttl",
			"rate-limit.policies.token.limit" })
	void aValueThatIsNoSecretIsShown(String name) {
		assertThat(settings(Map.of(name, "12")).get(name).value()).isEqualTo("12");
	}

	@ParameterizedTest
	@ValueSource(strings = { "servers.a.password", "servers.a.passwords[0]", "servers.a.access-key",
			"servers.a.tokens[1]", "servers.a.api-token", "servers.a.client-secret-id", "servers.a.headers[X-Token]",
			"servers.a.privateKey" })
	void aSecretIsMasked(String name) {
		assertThat(settings(Map.of(name, "12")).values())
			.filteredOn((setting) -> setting.property().contains("servers"))
			.singleElement()
			.satisfies((setting) -> assertThat(setting.value()).isEqualTo("******"));
	}

	@ParameterizedTest
	@ValueSource(strings = { "me:s3cret", ":s3/c@r?et", "me:s3 c@r#e t", "me:s3c@@@ret", "s3\ncret", "me:s3://cret" })
	void nothingOfAUserIsLeftInAnAddress(String user) {
		String name = "servers.a.url";
		assertThat(settings(Map.of(name, "redis://" + user + "@localhost:6379")).get(name).value())
			.isEqualTo("redis://******@localhost:6379");
	}

	@ParameterizedTest
	@ValueSource(strings = { "servers.a", "servers.a.host", "servers.a.url", "servers.a.cluster.nodes[0]",
			"servers.a.connection-factory", "lock.quorum.nodes[1]" })
	void nothingOfAUserIsLeftInAMistypedAddress(String name) {
		assertThat(settings(Map.of(name, "redis:/me:c@r@localhost")).get(name).value()).isEqualTo("******@localhost");
		assertThat(settings(Map.of(name, "me:c@r@localhost:1")).get(name).value()).isEqualTo("******@localhost:1");
	}

	@Test
	void anAddressWithoutAUserIsShown() {
		Map<String, Setting> all = settings(
				Map.of("servers.a.url", "redis://localhost:6379/0", "lock.quorum.nodes[0]", "rediss://one:1"));
		assertThat(all.get("servers.a.url").value()).isEqualTo("redis://localhost:6379/0");
		assertThat(all.get("lock.quorum.nodes[0]").value()).isEqualTo("rediss://one:1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "redis-components.servers.hot.password", "redis-components.servers.hot.url" })
	void noRefusalRepeatsASecret(String property) {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.servers.hot.url=redis://localhost:6379")
			.run((context) -> {
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				for (String value : List.of("redis://me:s3/c@r@${no.host}", "redis://me:s3/c@r@localhost:x",
						"//s3/c@r@", "${s3:${no.c@r}}")) {
					TestContexts.change(context, property, value);
					RedisComponentsRefresher.Refresh refresh = refresher.refresh();
					assertThat(refresh.toString()).as(value).doesNotContain("c@r");
				}
				assertThat(refresher.refusals().toString()).doesNotContain("c@r");
			});
	}

	private static Map<String, Setting> settings(Map<String, Object> properties) {
		StandardEnvironment environment = new StandardEnvironment();
		Map<String, Object> named = new HashMap<>();
		properties.forEach((name, value) -> named.put("redis-components." + name, value));
		environment.getPropertySources().addFirst(new MapPropertySource("test", named));
		return new SettingsInForce(environment).list(List.of())
			.stream()
			.collect(Collectors.toMap((one) -> one.property().substring("redis-components.".length()),
					Function.identity()));
	}

}
