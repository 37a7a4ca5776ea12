// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.core.env.StandardEnvironment;

import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Classes that a JVM loads for the start of an application that declares nothing. The
 * time of a first start varies too much to show that one of them is loaded again.
 */
class LoadedAtStartTests {

	@Test
	void loadsWhatADeclarationNeedsWithADeclarationOnly() throws Exception {
		List<String> loaded = loaded();
		assertThat(loaded).contains(RedisComponentsProperties.class.getName(),
				ComponentsAutoConfiguration.class.getName());
		assertThat(loaded)
			.filteredOn((name) -> name.startsWith("io.github.rediscomponents.autoconfigure.")
					&& name.matches(".+(Properties|BindHandler|PropertyTree|Interceptor|QueueListenerEndpoint)"))
			// The verifier loads the last two, which are types of what methods return.
			.isSubsetOf(RedisComponentsProperties.class.getName(),
					"io.github.rediscomponents.autoconfigure.refresh.ComponentProperties",
					"io.github.rediscomponents.autoconfigure.annotation.OperationInterceptor");
		// Each of the defaults is a class that the JVM makes.
		assertThat(loaded).noneMatch((name) -> name.startsWith("io.github.rediscomponents.ComponentType$$Lambda"));
	}

	@Test
	void loadsTheTypesOfAllPropertiesIfOneIsSet() throws Exception {
		assertThat(loaded("-Dredis-components.key-prefix=shop")).contains(
				"io.github.rediscomponents.autoconfigure.cache.CacheProperties",
				"io.github.rediscomponents.autoconfigure.refresh.EntryBindHandler");
	}

	/** They are made without the binder. */
	@Test
	void hasTheDefaultsOfTheBinder() {
		assertThat(RedisComponentsProperties.DEFAULTS)
			.isEqualTo(RedisComponentsProperties.bound(new StandardEnvironment()));
	}

	private static List<String> loaded(String... options) throws IOException, InterruptedException {
		Path java = Path.of(System.getProperty("java.home"), "bin", "java");
		ProcessBuilder start = new ProcessBuilder(java.toString(), "-Xshare:auto", "-XX:TieredStopAtLevel=1",
				"-Xlog:class+load:stdout:none", "-Dspring.data.redis.url=" + SharedRedis.standalone().uri());
		start.command().addAll(List.of(options));
		start.command().addAll(List.of("-cp", System.getProperty("java.class.path"), Started.class.getName()));
		Process jvm = start.redirectErrorStream(true).start();
		List<String> lines = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines().toList();
		assertThat(jvm.waitFor()).as(String.join("\n", lines)).isZero();
		return lines.stream()
			.filter((line) -> line.contains(" source: "))
			.map((line) -> line.substring(0, line.indexOf(' ')))
			.toList();
	}

	/** The application. It is not closed, which uses more. */
	static final class Started {

		public static void main(String[] args) {
			new SpringApplicationBuilder(ComponentsApplication.class).web(WebApplicationType.NONE).run();
			Runtime.getRuntime().halt(0);
		}

	}

}
