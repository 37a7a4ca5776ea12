package io.github.rediscomponents.benchmarks;

import java.util.List;
import java.util.stream.Stream;

import org.redisson.spring.starter.RedissonAutoConfigurationV4;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Starts an application context twice and says how long the second took, of which the
 * first had loaded everything but what is measured.
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
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(starter.configurations())
			.web(WebApplicationType.NONE)
			.run()) {
			long nanos = System.nanoTime() - start;
			context.getBean(StringRedisTemplate.class).opsForValue().get("x");
			return nanos;
		}
	}

	/** What is on the class path. */
	enum Starter {

		SPRING_DATA_REDIS, REDIS_COMPONENTS, REDISSON;

		Class<?>[] configurations() {
			Stream<Class<?>> own = switch (this) {
				case SPRING_DATA_REDIS -> Stream.empty();
				case REDIS_COMPONENTS -> components().stream();
				case REDISSON -> Stream.of(RedissonAutoConfigurationV4.class);
			};
			return Stream.concat(own, Stream.of(DataRedisAutoConfiguration.class)).toArray(Class<?>[]::new);
		}

		private static List<Class<?>> components() {
			return ImportCandidates.load(AutoConfiguration.class, StartUpMain.class.getClassLoader())
				.getCandidates()
				.stream()
				.filter((name) -> name.startsWith("io.github.rediscomponents.autoconfigure."))
				.<Class<?>>map(StartUpMain::load)
				.toList();
		}

	}

	private static Class<?> load(String name) {
		try {
			return Class.forName(name);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
