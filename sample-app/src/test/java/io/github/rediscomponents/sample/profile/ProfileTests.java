// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.profile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.icegreen.greenmail.util.GreenMail;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.MariaDbServer;
import io.github.rediscomponents.sample.fixture.Visit;
import io.github.rediscomponents.test.FreePorts;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * The application in each of its profiles, configured as its documentation says. The
 * profile {@code nacos} is in {@link NacosTests}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ProfileTests {

	private static final String REDISSON = "org.redisson.api.RedissonClient";

	private static GreenMail mail;

	@TempDir
	private Path folder;

	@BeforeAll
	static void startMail() {
		mail = Visit.mailServer();
	}

	@AfterAll
	static void stopMail() {
		mail.stop();
	}

	@Test
	void theSecondInstanceOfTheDemoSharesEverythingWithTheFirst(CapturedOutput output) throws Exception {
		int redis = FreePorts.next();
		int database = FreePorts.next();
		try (Guide one = Guide.start(demo(redis, database)); Guide two = Guide.start(demo(redis, database, "two"))) {
			String token = Visit.pay(one);
			assertThat(two.get("/voucher-order/me", token).list()).hasSize(2);
			assertThat(two.get("/blog/of/me", token).list()).hasSize(1);
			token = Visit.pay(two);
			assertThat(one.get("/voucher-order/me", token).list()).hasSize(2);
			assertThat(one.get("/activity/latest").ids()).isEqualTo(two.get("/activity/latest").ids());
			assertThat(two.bean(Environment.class).getProperty("redis-components.embedded.enabled")).isNull();

			assertUnreachable(database);
			assertThatExceptionOfType(Exception.class).isThrownBy(() -> Guide.start(demo(redis, database)));
			assertThat(output).contains("an instance of this application that runs already", "use the profile 'two'");
		}
	}

	@Test
	void redis() {
		RedisServer redis = SharedRedis.standalone();
		try (Guide guide = Guide.start(address(settings("redis"), redis))) {
			Visit.pay(guide, mail);
			// Where a server that others could use would say its port.
			assertThat(this.folder.resolve("city-guide.lock.db")).doesNotExist();
		}
		assertThat(this.folder.resolve("city-guide.mv.db")).exists();
	}

	@Test
	void severalInstancesShareTheFileWhereTheyAreToldTo() throws IOException {
		Guide.Settings settings = address(settings("redis", "shared-file"), SharedRedis.standalone());
		try (Guide one = Guide.start(settings); Guide two = Guide.start(settings)) {
			Visit.pay(one, mail);
			String token = Visit.pay(two, mail);
			assertThat(one.get("/voucher-order/me", token).list()).hasSize(2);
			Matcher server = Pattern.compile("server=localhost.:(\\d+)")
				.matcher(Files.readString(this.folder.resolve("city-guide.lock.db")));
			assertThat(server.find()).isTrue();
			assertUnreachable(Integer.parseInt(server.group(1)));
		}
	}

	@Test
	void cluster() {
		String nodes = SharedRedis.cluster()
			.nodes()
			.stream()
			.map((node) -> node.host() + ":" + node.port())
			.reduce((left, right) -> left + "," + right)
			.orElseThrow();
		try (Guide guide = Guide.start(settings("cluster").with("REDIS_NODES", nodes))) {
			Visit.pay(guide, mail);
		}
	}

	@Test
	void mariaDb() throws Exception {
		Optional<MariaDbServer> found = MariaDbServer.start();
		assumeTrue(found.isPresent(), "no MariaDB is installed");
		try (MariaDbServer database = found.get()) {
			database.createDatabase("guide");
			Guide.Settings settings = address(settings("mysql"), SharedRedis.standalone()).with("DB_HOST", "127.0.0.1")
				.with("DB_PORT", String.valueOf(database.port()))
				.with("DB_NAME", "guide")
				.with("DB_USER", "root")
				.with("spring.datasource.hikari.data-source-properties.socketTimeout", "60000");
			try (Guide guide = Guide.start(settings)) {
				Visit.pay(guide, mail);
			}
		}
	}

	@Test
	void redisson() throws Exception {
		assumeTrue(ClassUtils.isPresent(REDISSON, null), "mvn verify -Predisson runs it");
		RedisServer redis = SharedRedis.standalone();
		try (Guide guide = Guide.start(address(settings("redisson", "redis"), redis))) {
			Visit.pay(guide, mail);
			DistributedLock locks = guide.bean(DistributedLock.class);
			try (Lease lease = locks.get("profile").tryAcquire(Duration.ofSeconds(5)).orElseThrow()) {
				assertThat(lease.isValid()).isTrue();
				assertThat(redis.command("EXISTS", prefix(guide) + ":lock:{profile}:redisson")).isEqualTo("1");
			}
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			two,mysql    | false | without 'two'
			two,redis    | false | without 'two'
			two,mariadb  | false | without 'two'
			redis,cluster| false | Choose one of them
			mysql,cluster| false | Set REDIS_NODES
			redis,demo   | true  | Leave out the profile 'default'
			redis        | yes   | Leave out the profile 'default'
			cluster      | on    | Leave out the profile 'default'
			""")
	void profilesThatContradictEachOtherStopTheStart(String profiles, String embedded, String advice,
			CapturedOutput output) {
		assertFails(settings(profiles.split(",")).with("redis-components.embedded.enabled", embedded), advice, output);
	}

	@Test
	void aMistypedSwitchStopsTheStartWithItsName(CapturedOutput output) {
		assertFails(settings("redis").with("redis-components.embedded.enabled", "ture"),
				"redis-components.embedded.enabled", output);
	}

	/**
	 * The auto-configuration would name the property, too, but only of a Redis that it
	 * starts.
	 */
	@Test
	void theRulesNameAMistypedSwitchThemselves() {
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new MapPropertySource("test", Map.of("redis-components.embedded.enabled", "ture")));
		assertThatExceptionOfType(BindException.class)
			.isThrownBy(() -> new ProfileRules().postProcessEnvironment(environment, new SpringApplication()))
			.withMessageContaining("redis-components.embedded.enabled");
	}

	@Test
	void redissonHasToBeThere(CapturedOutput output) {
		assumeFalse(ClassUtils.isPresent(REDISSON, null), "Redisson is there");
		assertFails(settings("redisson"), "mvn -Prun,redisson", output);
	}

	@Test
	void nacosClientHasToBeThere(CapturedOutput output) {
		assumeFalse(ClassUtils.isPresent("com.alibaba.nacos.api.NacosFactory", null), "Nacos' client is there");
		assertFails(settings("nacos"), "mvn -Prun,nacos", output);
	}

	private static void assertFails(Guide.Settings settings, String advice, CapturedOutput output) {
		assertThatExceptionOfType(Exception.class).isThrownBy(() -> Guide.start(settings));
		assertThat(output).contains("APPLICATION FAILED TO START", advice);
	}

	private Guide.Settings settings(String... profiles) {
		return plain().profiles(profiles)
			.with("CITY_GUIDE_DATA", this.folder.toString())
			.with("city-guide.managers.everybody", "true")
			.with("spring.mail.host", "localhost")
			.with("spring.mail.port", String.valueOf(mail.getSmtp().getPort()));
	}

	private static Guide.Settings demo(int redisPort, int databasePort, String... profiles) {
		return plain().without("redis-components.key-prefix")
			.profiles(profiles)
			.with("city-guide.demo.redis-port", String.valueOf(redisPort))
			.with("city-guide.demo.database-port", String.valueOf(databasePort));
	}

	/** Without what the tests else set in place of a profile. */
	private static Guide.Settings plain() {
		return new Guide.Settings().without("redis-components.embedded.enabled")
			.without("spring.data.redis.host")
			.without("spring.data.redis.port")
			.without("spring.datasource.url");
	}

	private static Guide.Settings address(Guide.Settings settings, RedisServer redis) {
		return settings.with("REDIS_HOST", redis.host()).with("REDIS_PORT", String.valueOf(redis.port()));
	}

	private static String prefix(Guide guide) {
		return guide.bean(Environment.class).getRequiredProperty("redis-components.key-prefix");
	}

	/** At the addresses of this machine that others reach. */
	private static void assertUnreachable(int port) throws IOException {
		List<InetAddress> addresses = NetworkInterface.networkInterfaces()
			.flatMap(NetworkInterface::inetAddresses)
			.filter((address) -> !address.isLoopbackAddress())
			.toList();
		assertThat(addresses).allSatisfy((address) -> assertThatExceptionOfType(IOException.class)
			.isThrownBy(() -> new Socket(address, port).close()));
	}

}
