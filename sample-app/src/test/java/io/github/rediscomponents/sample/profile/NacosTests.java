// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.profile;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import com.icegreen.greenmail.util.GreenMail;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Visit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The application with its configuration in a real Nacos server, which is away at first,
 * comes, changes settings while requests run, and is killed. In this order, because the
 * server takes a quarter of a minute to start.
 */
@EnabledIfSystemProperty(named = NacosServer.BUILT, matches = ".+",
		disabledReason = "mvn verify -Pnacos,nacos-server runs it")
@ExtendWith(OutputCaptureExtension.class)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class NacosTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final int[] LENGTHS = { 10, 8, 6, 4, 2 };

	private static final int[] LIMITS = { 2, 4, 6, 8, 10 };

	private static GreenMail mail;

	@TempDir
	private static Path folder;

	private static NacosServer nacos;

	private static Guide.Settings settings;

	/** Started while Nacos was away. */
	private static Guide early;

	/** Started with what Nacos said. */
	private static Guide guide;

	@BeforeAll
	static void prepare() {
		mail = Visit.mailServer();
		nacos = new NacosServer(folder);
		settings = new Guide.Settings().profiles("nacos")
			.with("NACOS_ADDR", nacos.address())
			.with("spring.mail.host", "localhost")
			.with("spring.mail.port", String.valueOf(mail.getSmtp().getPort()))
			.with("city-guide.managers.everybody", "true")
			.with("logging.level.io.github.rediscomponents", "info")
			.with("city-guide.upload.directory", folder.resolve("uploads").toString());
	}

	@AfterAll
	static void stop() {
		for (Guide one : new Guide[] { early, guide }) {
			if (one != null) {
				one.close();
			}
		}
		nacos.close();
		mail.stop();
	}

	@Test
	@Order(1)
	void startsWithoutNacos() {
		long begin = System.nanoTime();
		early = Guide.start(settings);
		print("start while Nacos is away", begin);
		Visit.pay(early, mail);
		NacosTraffic.makeUsers(early);
	}

	@Test
	@Order(2)
	void takesItsConfigurationFromNacos() {
		long begin = System.nanoTime();
		nacos.start();
		print("start of Nacos", begin);
		nacos.publish(yaml(LENGTHS[0], LIMITS[0]));
		begin = System.nanoTime();
		guide = Guide.start(settings);
		print("start with Nacos", begin);
		Visit.pay(guide, mail);
		assertThat(NacosTraffic.uploadsOfSomebody(guide)).isEqualTo(LIMITS[0]);
	}

	@Test
	@Order(3)
	void changedSettingsTakeEffectWhileRequestsRun(CapturedOutput output) {
		NacosTraffic.fillActivities(guide, LENGTHS[0]);
		List<Long> took = new ArrayList<>();
		try (NacosTraffic traffic = new NacosTraffic(guide, LENGTHS[0], LIMITS[0])) {
			traffic.awaitMore();
			for (int i = 1; i < LENGTHS.length; i++) {
				int length = LENGTHS[i];
				int limit = LIMITS[i];
				long published = System.nanoTime();
				nacos.publish(yaml(length, limit));
				await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> traffic.sees(length, limit));
				took.add(Duration.ofNanos(System.nanoTime() - published).toMillis());
				traffic.awaitMore();
			}
			System.out.println("Nacos: queue length and rate limit took effect after " + took + " ms");

			long published = System.nanoTime();
			nacos.publish(yaml(-3, LIMITS[4]));
			await().atMost(PATIENCE)
				.pollInterval(Duration.ofMillis(10))
				.until(() -> output.getAll()
					.contains(
							"redis-components.limit-queue.queues.activity.length must be between 1 and 100000, was -3"));
			print("refusal of an invalid length", published);
			traffic.awaitMore();
			traffic.stop();
			System.out.println("Nacos: " + traffic.summary());
			traffic.assertOnlyPublishedValuesWereSeen(LENGTHS, LIMITS);
		}
		// A busy machine may be slow once, but not each time.
		assertThat(took).anySatisfy((millis) -> assertThat(millis).isLessThan(10_000));
		nacos.publish(yaml(3, LIMITS[4]));
		await().atMost(PATIENCE).untilAsserted(() -> {
			NacosTraffic.fillActivities(guide, 1);
			assertThat(guide.get("/activity/latest").list()).hasSize(3);
		});
	}

	@Test
	@Order(4)
	void whoStartedWithoutNacosFollowsItToo() {
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(NacosTraffic.uploadsOfSomebody(early)).isEqualTo(LIMITS[4]));
	}

	@Test
	@Order(5)
	void goesOnWithItsSettingsWhenNacosIsKilled() {
		nacos.close();
		Visit.pay(guide, mail);
		assertThat(NacosTraffic.uploadsOfSomebody(guide)).isEqualTo(LIMITS[4]);
		assertThat(guide.get("/activity/latest").list()).hasSize(3);
	}

	@Test
	@Order(6)
	void followsNacosAgainWhenItIsBack() {
		nacos.start();
		nacos.publish(yaml(3, 1));
		long begin = System.nanoTime();
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(NacosTraffic.uploadsOfSomebody(guide)).isEqualTo(1));
		print("a change after a restart of Nacos", begin);
	}

	private static String yaml(int length, int limit) {
		return """
				redis-components:
				  limit-queue:
				    queues:
				      activity: { length: %d }
				  rate-limit:
				    policies:
				      upload: { algorithm: sliding-window, limit: %d, period: 1h }
				""".formatted(length, limit);
	}

	private static void print(String what, long begin) {
		System.out
			.println("Nacos: " + what + " took " + Duration.ofNanos(System.nanoTime() - begin).toMillis() + " ms");
	}

}
