// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.start;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import io.github.rediscomponents.benchmarks.Report;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Starts the application of {@link StartCost} and prints the number of its beans, the
 * classes of the JVM after the first start, the processor time of the main thread and the
 * time since the JVM began. Starts again as often as its argument says.
 */
public final class StartCostMain {

	static final String MARK = "COST ";

	private static final int WARM_UP = 5;

	private StartCostMain() {
	}

	/**
	 * Starts.
	 * @param args the number of measured starts after the first one
	 */
	public static void main(String[] args) {
		String others = ImportCandidates.load(AutoConfiguration.class, StartCostMain.class.getClassLoader())
			.getCandidates()
			.stream()
			.filter((name) -> !name.startsWith("org.springframework.boot.")
					&& !name.startsWith("io.github.rediscomponents."))
			.collect(Collectors.joining(","));
		Start first = Start.of(others);
		int classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
		List<Double> warm = new ArrayList<>();
		int measured = Integer.parseInt(args[0]);
		for (int i = (measured > 0) ? -WARM_UP : 0; i < measured; i++) {
			double millis = Start.of(others).processor();
			if (i >= 0) {
				warm.add(millis);
			}
		}
		System.out.println(MARK + first.beans() + " " + classes + " " + first.processor() + " " + first.wall() + " "
				+ (warm.isEmpty() ? 0 : Report.median(warm)));
		System.exit(0);
	}

	/**
	 * The measured start.
	 *
	 * @param beans number of bean definitions
	 * @param processor milliseconds that the main thread worked
	 * @param wall milliseconds since the JVM began
	 */
	private record Start(int beans, double processor, double wall) {

		private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

		private static final long JVM = ManagementFactory.getRuntimeMXBean().getStartTime();

		static Start of(String others) {
			long start = THREADS.getCurrentThreadCpuTime();
			try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
				.web(WebApplicationType.NONE)
				.properties("spring.autoconfigure.exclude=" + others, "spring.main.banner-mode=off")
				.run()) {
				long processor = THREADS.getCurrentThreadCpuTime() - start;
				return new Start(context.getBeanDefinitionCount(), processor / 1e6, System.currentTimeMillis() - JVM);
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
