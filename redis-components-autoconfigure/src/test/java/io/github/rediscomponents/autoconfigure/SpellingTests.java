// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.queue.TaskQueueProperties;
import io.github.rediscomponents.queue.task.TaskQueue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Names that differ by their spelling only are one name to Spring Boot: its environment
 * variables have neither dashes nor capitals.
 */
class SpellingTests {

	private final ApplicationContextRunner runner = TestContexts.runner()
		.withPropertyValues("spring.data.redis.url=redis://127.0.0.1:1");

	@ParameterizedTest
	@CsvSource({ "gift-box, giftBox", "giftBox, giftBox" })
	void aVariableOfTheEnvironmentChangesADeclarationAndMakesNone(String declared, String point) {
		this.runner.withPropertyValues("redis-components.task-queue.queues." + declared + ".visibility=40s")
			.withInitializer(SpellingTests::setVariable)
			.withBean(Mails.class)
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThat(context.getBeanNamesForType(TaskQueue.class)).containsExactly("giftBoxTaskQueue");
				assertThat(context.getBean(Mails.class).giftBox.name()).isEqualTo(declared);
				var queues = context.getBean(PropertySettings.class)
					.properties("redis-components.task-queue", TaskQueueProperties.class)
					.queues();
				assertThat(queues).containsOnlyKeys(declared);
				assertThat(queues.get(declared).visibility()).isEqualTo(Duration.ofSeconds(50));
			});
	}

	@Test
	void aVariableOfTheEnvironmentMayDeclareAlone() {
		this.runner.withInitializer(SpellingTests::setVariable)
			.withBean(Mails.class)
			.run((context) -> assertThat(context.getBean(Mails.class).giftBox.name()).isEqualTo("giftbox"));
	}

	@ParameterizedTest
	@CsvSource({ "rate-limit.policies.Login.limit=5, rate-limit.policies.login.period=1s",
			"cache.caches.shop-names.ttl=1m, cache.caches.shopNames.null-ttl=1s",
			"task-queue.queues.mail.visibility=40s, task-queue.queues.MAIL.visibility=50s",
			"servers.hot.host=a, servers.Hot.port=1" })
	void twoSpellingsOfOneNameStopTheStart(String one, String other) {
		this.runner.withPropertyValues("redis-components." + one, "redis-components." + other)
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("Property redis-components." + one.replaceAll("\\.[^.]+\\.[a-z-]+=.*", "."))
				.hasStackTraceContaining("must be spelled in one way"));
	}

	@ParameterizedTest
	@CsvSource({ "task-queue.queues.礼物.visibility=40s, 礼物", "cache.caches.gift礼.ttl=1m, gift礼",
			"rate-limit.policies.a:b.limit=5, a:b", "cache.caches[shop].ttl é=1m, ttl é" })
	void aNameOfWhichSpringBootLeavesOutAPartStopsTheStart(String property, String element) {
		this.runner
			.withInitializer((context) -> context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("test",
						Map.of("redis-components." + property.replaceAll("=.*", ""), property.replaceAll(".*=", "")))))
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("Property redis-components." + property.replaceAll("=.*", ""))
				.hasStackTraceContaining("must have '" + element + "' in brackets"));
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			cache.caches.my.shop.ttl=1m                  | cache.caches[my.shop].ttl
			cache.caches.My.v1.Shop.local.max-entries=5  | cache.caches[My.v1.Shop].local.max-entries
			cache.caches.my.ttl.ttl=1m                   | cache.caches[my.ttl].ttl
			cache.caches.my.local.ttl.local.ttl=1m       | cache.caches[my.local.ttl].local.ttl
			task-queue.queues.my.mails=                  | task-queue.queues[my.mails]
			servers.my.cache.cluster.nodes[0]=a:1        | servers[my.cache].cluster.nodes[0]
			cache.enabled=false;cache.caches.a.bcd.ttl=1m | cache.caches[a.bcd].ttl
			""")
	void anUnknownNameWithDotsIsShownInBrackets(String properties, String shown) {
		this.runner
			.withPropertyValues(
					Stream.of(properties.split(";")).map("redis-components."::concat).toArray(String[]::new))
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContainingAll("is unknown.",
						"A name with dots is written in brackets: 'redis-components." + shown + "'."));
	}

	@ParameterizedTest
	@ValueSource(strings = { "cache.caches.shop.loca.ttl=1m", "cache.caches.shop.tll=1m", "cache.cashes.my.shop.ttl=1m",
			"cache.caches.shop.local.size=1", "cache.caches.my[shop]=1m", "lock.quorum.nodes.a.b=1" })
	void anotherUnknownNameIsNotShownInBrackets(String property) {
		this.runner.withPropertyValues("redis-components." + property)
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("is unknown.")
				.hasMessageNotContaining("in brackets"));
	}

	@Test
	void namesInBracketsAreAsTheyAreWritten() {
		this.runner
			.withPropertyValues("redis-components.cache.caches[Shop].ttl=1m",
					"redis-components.cache.caches[shop].ttl=2m", "redis-components.cache.caches[shop.names].ttl=2m",
					"redis-components.task-queue.queues[giftBox].type=java.lang.String",
					"redis-components.task-queue.queues[giftbox].type=java.lang.String")
			.run((context) -> assertThat(context).hasNotFailed().getBeanNames(TaskQueue.class).hasSize(2));
	}

	private static void setVariable(ConfigurableApplicationContext context) {
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new SystemEnvironmentPropertySource(
					"test-" + StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
					Map.of("REDISCOMPONENTS_TASKQUEUE_QUEUES_GIFTBOX_VISIBILITY", "50s")));
	}

	static class Mails {

		@Autowired
		private TaskQueue<String> giftBox;

	}

}
