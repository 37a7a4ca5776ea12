// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.ByteArrayResource;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application starts with the YAML of the pages on operations and works.
 */
class OperationsPageTests {

	private static final Pattern BLOCK = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

	@ParameterizedTest
	@ValueSource(strings = { "../docs/operations.md", "../docs/zh/operations.md" })
	void theYamlOfThePageIsTaken(String page) throws IOException {
		Matcher block = BLOCK.matcher(Files.readString(Path.of(page)));
		assertThat(block.find()).isTrue();
		List<PropertySource<?>> yaml = new YamlPropertySourceLoader().load("page",
				new ByteArrayResource(block.group(1).getBytes(StandardCharsets.UTF_8)));
		try (RedisServer server = RedisServer.start()) {
			new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(TestBoot.REDIS))
				.withConfiguration(AutoConfigurations.of(TestContexts.autoConfigurations()))
				// The first connection of a JVM takes long on a busy machine.
				.withPropertyValues("spring.data.redis.url=" + server.uri(), "spring.data.redis.connect-timeout=30s",
						"redis-components.command-timeout=30s")
				.withInitializer((context) -> context.getEnvironment().getPropertySources().addLast(yaml.get(0)))
				.run((context) -> {
					context.getBean(DistributedLock.class).get("order").tryAcquire().orElseThrow();
					assertThat(String.valueOf(server.command("KEYS", "shop:lock:*"))).contains("shop:lock:{order}");
					assertThat(String.valueOf(server.command("CLIENT", "LIST")))
						.contains("name=shop:redis-components:commands");
				});
		}
	}

}
