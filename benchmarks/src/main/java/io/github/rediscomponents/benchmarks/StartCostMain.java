// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * Starts the application of {@link StartCost} many times and prints the number of its
 * beans and the processor time of the main thread.
 */
public final class StartCostMain {

	static final String MARK = "COST ";

	private static final int WARM_UP = 5;

	private static final int MEASURED = 15;

	private StartCostMain() {
	}

	/**
	 * Starts.
	 * @param args none
	 */
	public static void main(String[] args) {
		String others = ImportCandidates.load(AutoConfiguration.class, StartCostMain.class.getClassLoader())
			.getCandidates()
			.stream()
			.filter((name) -> !name.startsWith("org.springframework.boot.")
					&& !name.startsWith("io.github.rediscomponents."))
			.collect(Collectors.joining(","));
		Start first = Start.of(others);
		List<Double> warm = new ArrayList<>();
		for (int i = 0; i < WARM_UP + MEASURED; i++) {
			double millis = Start.of(others).millis();
			if (i >= WARM_UP) {
				warm.add(millis);
			}
		}
		System.out.println(MARK + first.beans() + " " + first.millis() + " " + Report.median(warm));
		System.exit(0);
	}

	private record Start(int beans, double millis) {

		private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

		static Start of(String others) {
			long start = THREADS.getCurrentThreadCpuTime();
			try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Application.class)
				.web(WebApplicationType.NONE)
				.properties("spring.autoconfigure.exclude=" + others, "spring.main.banner-mode=off")
				.run()) {
				return new Start(context.getBeanDefinitionCount(), (THREADS.getCurrentThreadCpuTime() - start) / 1e6);
			}
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
