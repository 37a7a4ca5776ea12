// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.test.ChildJvm;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that was processed ahead of time runs on the JVM like any other one: its
 * declared beans and settings are those of the run, not of the build.
 */
class AheadOfTimeTests {

	/** A cache goes on without Redis where the first command takes longer. */
	private static final String PATIENT = "--redis-components.cache.defaults.command-timeout=30s";

	@TempDir
	private static Path target;

	private static AheadOfTime shop;

	@BeforeAll
	static void process() throws IOException {
		shop = AheadOfTime.process(ShopApplication.class, ShopApplication.Shop.class, target, arguments("build"));
	}

	private static String[] arguments(String configuration, String... more) {
		List<String> all = new ArrayList<>(List.of("--spring.config.location=classpath:aot/" + configuration + ".yml",
				"--spring.main.web-application-type=none",
				"--spring.autoconfigure.exclude=" + TestBoot.REDISSON.getName()));
		all.addAll(List.of(more));
		return all.toArray(String[]::new);
	}

	@Test
	void runsWithTheDeclarationsAndSettingsOfTheRun() {
		try (RedisServer server = RedisServer.start();
				ChildJvm jvm = shop.run(ShopApplication.class,
						arguments("run", "--spring.data.redis.url=" + server.uri(), PATIENT))) {
			assertThat(jvm.waitFor(Duration.ofMinutes(2))).as(jvm.output()).isZero();
			assertThat(jvm.lines()).contains("generated=true", "queues=[extraTaskQueue, letterTaskQueue]",
					"declared=[order, order, notice, shop, search, shop, score, RedisOneTimeCodes]",
					"loaded=Price[shop=tea, cents=250]", "cached=Price[shop=tea, cents=250]", "ids=true", "token=true",
					"customized=true", "injected=[letter, gift, notice]", "free=true",
					"gifts=[Gift[name=cup, parts=[Part[name=ear, note=Optional[left]]]]]",
					"limited=[false, false, true]", "stored=Stored[text=a1]", "again=Stored[text=a1]", "letter=bob",
					"done=true");
			assertThat(jvm.output()).doesNotContain(" WARN ", " ERROR ");
		}
	}

	@Test
	void runsWithTheServersOfTheRun() {
		try (RedisServer server = RedisServer.start();
				RedisServer hot = RedisServer.start();
				ChildJvm jvm = shop.run(ShopApplication.class,
						arguments("run", "--spring.data.redis.url=" + server.uri(),
								"--redis-components.servers.hot.url=" + hot.uri(),
								"--redis-components.cache.server=hot",
								"--redis-components.limit-queue.queues.gift.server=hot", PATIENT))) {
			assertThat(jvm.waitFor(Duration.ofMinutes(2))).as(jvm.output()).isZero();
			assertThat(jvm.lines()).contains("generated=true", "cached=Price[shop=tea, cents=250]",
					"gifts=[Gift[name=cup, parts=[Part[name=ear, note=Optional[left]]]]]", "done=true");
			assertThat(keys(hot)).anyMatch((key) -> key.contains(":cache:"))
				.anyMatch((key) -> key.contains(":limit-queue:"));
			assertThat(keys(server)).isNotEmpty()
				.noneMatch((key) -> key.contains(":cache:") || key.contains(":limit-queue:{gift"));
		}
	}

	private static List<String> keys(RedisServer server) {
		return ((List<?>) server.command("KEYS", "*")).stream().map(String::valueOf).toList();
	}

	@Test
	void refusesAnInvalidPropertyOfTheRunByItsName() {
		failsToStart("run", "--redis-components.lock.laese=1s", "redis-components.lock.laese");
	}

	@Test
	void refusesAnInvalidPolicyOfTheRunByItsName() {
		failsToStart("run", "--redis-components.rate-limit.policies.code.limit=-1",
				"redis-components.rate-limit.policies.code");
	}

	@Test
	void namesADeclarationThatTheRunLacks() {
		failsToStart("build", "--redis-components.key-prefix=aot", "redis-components.task-queue.queues");
	}

	private static void failsToStart(String configuration, String argument, String named) {
		try (ChildJvm jvm = shop.run(ShopApplication.class,
				arguments(configuration, "--spring.data.redis.url=redis://127.0.0.1:1", argument))) {
			assertThat(jvm.waitFor(Duration.ofMinutes(2))).as(jvm.output()).isNotZero();
			assertThat(jvm.output()).contains("APPLICATION FAILED TO START", named);
		}
	}

	@Test
	void registersTheValuesOfInjectedComponentsListenersAnnotationsAndDeclarations() {
		assertThat(List.of(ShopApplication.Order.class, ShopApplication.Gift.class, ShopApplication.Part.class,
				ShopApplication.Letter.class, ShopApplication.Notice.class, ShopApplication.Named.class,
				ShopApplication.Price.class, ShopApplication.Stored.class, ShopApplication.Ticket.class,
				ShopApplication.Wage.class))
			.allSatisfy((type) -> {
				assertMembers(type, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
				assertMembers(type, MemberCategory.INVOKE_DECLARED_METHODS);
			});
	}

	@Test
	void registersTheMethodsOfListenersAndTheArgumentsOfExpressions() throws ClassNotFoundException {
		assertThat(shop.hints().reflection().getTypeHint(ShopApplication.Letters.class).methods())
			.anyMatch((method) -> method.getName().equals("on") && method.getMode() == ExecutableMode.INVOKE);
		assertMembers(ShopApplication.Order.class, MemberCategory.INVOKE_PUBLIC_METHODS);
		assertMembers(type("annotation.CallRoot"), MemberCategory.INVOKE_PUBLIC_METHODS);
	}

	@Test
	void registersTheRegistrarsThatTheRunRepeats() throws ClassNotFoundException {
		for (String name : List.of("DeclaredBeans", "check.PropertyTreeAutoConfiguration$AtStart",
				"ratelimit.PolicyCheck", "ServerBeans")) {
			assertMembers(type(name), MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
		}
	}

	private static Class<?> type(String name) throws ClassNotFoundException {
		return Class.forName("io.github.rediscomponents.autoconfigure." + name);
	}

	private static void assertMembers(Class<?> type, MemberCategory category) {
		assertThat(RuntimeHintsPredicates.reflection().onType(type).withMemberCategory(category)).as(type.getName())
			.accepts(shop.hints());
	}

}
