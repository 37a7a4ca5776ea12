// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.behind;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The numbers of a request that its answer contains in a demo.
 */
class BehindTests {

	private static final Pattern ENTRY = Pattern.compile("([a-z-]+);desc=\"([0-9]+)\";dur=[0-9]+\\.[0-9]{2}");

	private static Guide guide;

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings());
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void aFirstReadLoadsASecondOneReadsRedisAndAThirdOneTheLocalLevel() {
		Map<String, Integer> first = numbers("/shop/12");
		assertThat(first).containsEntry("load", 1).containsEntry("sql", 1);
		assertThat(first.get("redis-cache")).isPositive();
		assertThat(numbers("/shop/12"))
			.containsExactlyInAnyOrderEntriesOf(Map.of("load", 0, "sql", 0, "redis-cache", 1));
		// It is bypassed for a moment where a proof comes late.
		await().untilAsserted(
				() -> assertThat(numbers("/shop/12")).containsExactlyInAnyOrderEntriesOf(Map.of("load", 0, "sql", 0)));
	}

	@Test
	void anUnknownShopIsNotLoaded() {
		// The filter is built after the start.
		AtomicLong unknown = new AtomicLong(987654);
		await().until(() -> numbers("/shop/" + unknown.incrementAndGet()).get("load") == 0);
		assertThat(numbers("/shop/" + unknown.incrementAndGet())).containsEntry("load", 0)
			.containsEntry("sql", 0)
			.containsEntry("redis-bloom-filter", 1);
	}

	@Test
	void placesAreTwoTripsOfTheIndex() {
		String path = "/shop/of/type?typeId=1&current=1&x=120.15&y=30.31";
		await().until(() -> numbers(path).get("sql") == 0);
		assertThat(numbers(path)).containsEntry("load", 0).containsEntry("sql", 0).containsEntry("redis-geo", 2);
	}

	@Test
	void aMalformedRequestHasItsNumbersToo() {
		assertThat(numbers("/shop/none")).containsEntry("load", 0).containsEntry("sql", 0);
	}

	@Test
	void requestsAtTheSameTimeDoNotMix() throws Exception {
		numbers("/shop/6");
		String busy = "/shop/of/name?name=KTV";
		Map<String, Integer> alone = numbers(busy);
		assertThat(alone.get("sql")).isPositive();
		ExecutorService threads = Executors.newFixedThreadPool(16);
		try {
			List<Callable<Boolean>> calls = IntStream.range(0, 200)
				.<Callable<Boolean>>mapToObj((i) -> () -> (i % 2 == 0) ? numbers("/shop/6").get("sql") == 0
						: numbers(busy).get("sql").equals(alone.get("sql")))
				.toList();
			for (Future<Boolean> call : threads.invokeAll(calls)) {
				assertThat(call.get()).isTrue();
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	@Test
	void withoutThePropertyThereIsNoHeader() {
		try (Guide quiet = Guide.start(new Guide.Settings().with("city-guide.behind.enabled", "false"))) {
			assertThat(quiet.raw("/shop/1").headers().firstValue("Server-Timing")).isEmpty();
			assertThat(quiet.context().containsBean("traceFilter")).isFalse();
			assertThat(quiet.context().containsBean("tracedLoads")).isFalse();
		}
	}

	private static Map<String, Integer> numbers(String path) {
		HttpResponse<String> answer = guide.raw(path);
		String header = answer.headers().firstValue("Server-Timing").orElse("");
		assertThat(header).isNotEmpty().hasSizeLessThan(1000);
		Map<String, Integer> numbers = new TreeMap<>();
		for (String entry : header.split(", ")) {
			Matcher matcher = ENTRY.matcher(entry);
			assertThat(matcher.matches()).as(entry).isTrue();
			numbers.put(matcher.group(1), Integer.valueOf(matcher.group(2)));
		}
		return numbers;
	}

}
