// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.start;

import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Starts an application context twice and prints how long the second start took; the
 * first loads all classes but the measured ones.
 */
public final class StartUpMain {

	static final String MARK = "STARTED ";

	private StartUpMain() {
	}

	/**
	 * Starts.
	 * @param args the {@link Starter}
	 */
	public static void main(String[] args) {
		start(Starter.SPRING_DATA_REDIS);
		long nanos = start(Starter.valueOf(args[0]));
		System.out.println(MARK + nanos / 1e6);
		System.exit(0);
	}

	private static long start(Starter starter) {
		long start = System.nanoTime();
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties("spring.autoconfigure.exclude=" + starter.others())
			.run()) {
			long nanos = System.nanoTime() - start;
			context.getBean(StringRedisTemplate.class).opsForValue().get("x");
			return nanos;
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	/** What is on the class path, as seen by auto-configuration. */
	enum Starter {

		SPRING_DATA_REDIS("none"), REDIS_COMPONENTS("io.github.rediscomponents."), REDISSON("org.redisson.");

		/** On the class path of this module for other benchmarks. */
		private static final String OF_OTHER_BENCHMARKS = "com.github.sonus21.";

		private final String packages;

		Starter(String packages) {
			this.packages = packages;
		}

		String others() {
			return Stream.of(REDIS_COMPONENTS.packages, REDISSON.packages, OF_OTHER_BENCHMARKS)
				.flatMap(Starter::all)
				.filter((name) -> !name.startsWith(this.packages))
				.collect(Collectors.joining(","));
		}

		private static Stream<String> all(String packages) {
			return ImportCandidates.load(AutoConfiguration.class, StartUpMain.class.getClassLoader())
				.getCandidates()
				.stream()
				.filter((name) -> name.startsWith(packages));
		}

	}

}
