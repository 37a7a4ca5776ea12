// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Four processes record views, while connections break, replies are lost, scripts are
 * forgotten, the server hangs, and one process is stopped and another one is killed. What
 * the processes said is the model: none has more views than it recorded, one that ends
 * has exactly these, and one that is killed at least those that it knew to be counted.
 */
class ViewCounterCampaignTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final Random random = new Random(Long.getLong("campaign.seed", 42));

	@Test
	void countsEachViewOnce() {
		run(false);
	}

	@Test
	void losesNoExactView() {
		run(true);
	}

	private void run(boolean exact) {
		Map<String, ChildJvm> children = new TreeMap<>();
		try (RedisServer server = RedisServer.start(); RedisProxy proxy = RedisProxy.to(server)) {
			for (String page : List.of("killed", "stopped", "third", "fourth")) {
				children.put(page, ChildJvm.start(ViewRecorder.class, proxy.uri(), page, String.valueOf(exact)));
			}
			children.values().forEach((child) -> child.awaitLine((line) -> line.startsWith("counted")));
			List<ChildJvm> others = new ArrayList<>(children.values());
			others.remove(children.get("killed"));
			disturb(server, proxy, children.get("stopped"), children.get("killed"));
			others.forEach((child) -> child.send("finish"));
			others.forEach((child) -> assertThat(child.waitFor(PATIENCE)).as(child.output()).isZero());
			Map<String, Long> counted = counted(server);
			children.forEach((page, child) -> check(page, child, counted.getOrDefault(page, 0L)));
			System.out.println((exact ? "exact: " : "buffered: ") + counted);
		}
		finally {
			children.values().forEach(ChildJvm::close);
		}
	}

	private void disturb(RedisServer server, RedisProxy proxy, ChildJvm stopped, ChildJvm killed) {
		for (int i = 0; i < CampaignScale.times(20); i++) {
			pause(50 + this.random.nextInt(150));
			switch (i % 5) {
				case 0 -> proxy.swallowNextReply();
				case 1 -> proxy.cut();
				case 2 -> server.scriptFlush();
				case 3 -> {
					server.pause();
					pause(300);
					server.resume();
				}
				default -> {
					stopped.pause();
					pause(200);
					stopped.resume();
				}
			}
			if (i == 10) {
				killed.kill();
			}
		}
	}

	private void check(String page, ChildJvm child, long counted) {
		long unknown = child.lines().stream().filter("unknown"::equals).count();
		assertThat(counted).as(page).isLessThanOrEqualTo(last(child, "intended"));
		if (page.equals("killed")) {
			assertThat(counted).as(page).isGreaterThanOrEqualTo(last(child, "counted") - unknown);
		}
		else {
			assertThat(counted).as(page).isGreaterThanOrEqualTo(last(child, "intended") - unknown);
		}
	}

	private static long last(ChildJvm child, String word) {
		return child.lines()
			.stream()
			.filter((line) -> line.startsWith(word))
			.mapToLong((line) -> Long.parseLong(line.substring(word.length() + 1)))
			.max()
			.orElse(0);
	}

	private static Map<String, Long> counted(RedisServer server) {
		Map<String, Long> counted = new TreeMap<>();
		try (CommandPort port = TestPorts.connected(TestPorts.open(server.uri(), Duration.ofSeconds(20)));
				Background background = new Background();
				ViewCounter counter = ViewCounter.create(port, new KeySpace("campaign"),
						new LiveSettings<>(ViewCounterSettings.defaults()), background, ViewCounterObserver.NONE)) {
			LocalDate today = LocalDate.now(ZoneOffset.UTC);
			for (LocalDate day : List.of(today.minusDays(1), today)) {
				counter.top("site", day, 10).forEach((page) -> counted.merge(page.page(), page.views(), Long::sum));
			}
			assertThat(counter.count("site", today.minusDays(1), today))
				.isEqualTo(counted.values().stream().mapToLong(Long::longValue).sum());
		}
		return counted;
	}

	private static void pause(long millis) {
		await().pollDelay(Duration.ofMillis(millis)).until(() -> true);
	}

}
