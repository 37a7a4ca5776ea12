// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.boot4;

import java.nio.file.Path;

import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EmbeddedRedisAutoConfiguration}.
 */
class EmbeddedRedisAutoConfigurationTests {

	private final ApplicationContextRunner off = new ApplicationContextRunner().withConfiguration(
			AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class, DataRedisAutoConfiguration.class));

	private final ApplicationContextRunner on = this.off.withPropertyValues("redis-components.embedded.enabled=true");

	@TempDir
	Path directory;

	@Test
	void isOffByDefault() {
		this.off.run((context) -> {
			assertThat(context).hasSingleBean(DataRedisConnectionDetails.class).doesNotHaveBean(RedisServer.class);
			assertThat(context).doesNotHaveBean(EmbeddedRedisAutoConfiguration.class);
		});
		this.off.withPropertyValues("redis-components.embedded.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(RedisServer.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "true", "TRUE", "yes", "on", "1", "${own.switch:yes}" })
	void isOnForEachWordThatIsTrue(String word) {
		enabled(word).run((context) -> assertThat(context).hasSingleBean(RedisServer.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "false", "FALSE", "no", "off", "0", "", "${own.switch:off}" })
	void isOffForEachWordThatIsFalse(String word) {
		enabled(word).run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RedisServer.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "ture", "enabled", "${own.switch}" })
	void namesThePropertyThatIsNeitherTrueNorFalse(String word) {
		enabled(word).run((context) -> assertThat(context).getFailure()
			.rootCause()
			.hasMessageContaining("redis-components.embedded.enabled")
			.hasMessageContaining(word)
			.hasMessageContaining("true or false"));
	}

	private ApplicationContextRunner enabled(String word) {
		return this.off.withPropertyValues("redis-components.embedded.enabled=" + word);
	}

	@Test
	void connectsTheApplicationToAServerOfItsOwn() {
		RedisServer[] server = new RedisServer[1];
		this.on.run((context) -> {
			server[0] = context.getBean(RedisServer.class);
			DataRedisConnectionDetails details = context.getBean(DataRedisConnectionDetails.class);
			assertThat(details.getStandalone().getHost()).isEqualTo("127.0.0.1");
			assertThat(details.getStandalone().getPort()).isEqualTo(server[0].port());
			context.getBean(StringRedisTemplate.class).opsForValue().set("k", "v");
			assertThat(server[0].command("GET", "k")).isEqualTo("v");
		});
		assertThat(server[0].isRunning()).isFalse();
	}

	@Test
	void letsTheConnectionDetailsOfTheApplicationWin() {
		this.on.withUserConfiguration(OwnDetails.class).run((context) -> {
			assertThat(context.getBean(DataRedisConnectionDetails.class)).isSameAs(OwnDetails.DETAILS);
			assertThat(context).doesNotHaveBean(RedisServer.class);
		});
	}

	@Test
	void usesTheServerOfTheApplication() {
		this.on.withBean("own", RedisServer.class, RedisServer::start).run((context) -> {
			assertThat(context).hasSingleBean(RedisServer.class);
			assertThat(context.getBean(DataRedisConnectionDetails.class).getStandalone().getPort())
				.isEqualTo(context.getBean(RedisServer.class).port());
		});
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 65536 })
	void namesThePropertyOfAPortThatIsNone(int port) {
		this.on.withPropertyValues("redis-components.embedded.port=" + port)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("redis-components.embedded.port"));
	}

	@Test
	void listensOnAGivenPort() {
		int port;
		try (RedisServer probe = RedisServer.start()) {
			port = probe.port();
		}
		this.on.withPropertyValues("redis-components.embedded.port=" + port)
			.run((context) -> assertThat(context.getBean(RedisServer.class).port()).isEqualTo(port));
	}

	@Test
	void keepsDataAcrossRestartsInADirectory() {
		ApplicationContextRunner persistent = this.on
			.withPropertyValues("redis-components.embedded.data-directory=" + this.directory.resolve("data"));
		persistent
			.run((context) -> context.getBean(StringRedisTemplate.class).opsForValue().set("k", "outlives a restart"));
		persistent.run((context) -> assertThat(context.getBean(StringRedisTemplate.class).opsForValue().get("k"))
			.isEqualTo("outlives a restart"));
	}

	@Test
	void doesNotShareADirectoryWithAnotherApplication() {
		ApplicationContextRunner persistent = this.on
			.withPropertyValues("redis-components.embedded.data-directory=" + this.directory);
		persistent.run((first) -> {
			assertThat(first).hasNotFailed();
			persistent.run((second) -> assertThat(second).getFailure()
				.rootCause()
				.hasMessageContaining("Another server works in " + this.directory));
		});
	}

	@Test
	void backsOffWithoutSpringBootsRedisModule() {
		new ApplicationContextRunner().withPropertyValues("redis-components.embedded.enabled=true")
			.withConfiguration(AutoConfigurations.of(EmbeddedRedisAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader(DataRedisConnectionDetails.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(RedisServer.class));
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnDetails {

		private static final DataRedisConnectionDetails DETAILS = new DataRedisConnectionDetails() {

			@Override
			public Standalone getStandalone() {
				return Standalone.of("redis.example.com", 6379);
			}

		};

		@Bean
		DataRedisConnectionDetails ownDetails() {
			return DETAILS;
		}

	}

}
