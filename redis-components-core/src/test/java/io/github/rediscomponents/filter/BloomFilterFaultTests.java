// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static io.github.rediscomponents.filter.Membership.ABSENT;
import static io.github.rediscomponents.filter.Membership.MAYBE;
import static io.github.rediscomponents.filter.Membership.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What happens to a Bloom filter when replies are lost, data is lost and Redis is away.
 */
class BloomFilterFaultTests {

	private final RedisServer server = RedisServer.start();

	private final RedisProxy proxy = RedisProxy.to(this.server);

	private final CommandPort port = TestPorts.open(this.proxy.uri(), Duration.ofSeconds(20));

	private final Background background = new Background();

	private final LiveSettings<Map<String, BloomFilterSettings>> declared = new LiveSettings<>(
			Map.of("users", BloomFilterSettings.of(1000).withSettle(Duration.ZERO)));

	private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

	private final BloomFilters filters = BloomFilters.create(this.port, new KeySpace("test"), this.background,
			this.declared, new MicrometerBloomFilterObserver(this.meters));

	private final BloomFilter filter = this.filters.get("users");

	@AfterEach
	void close() {
		this.port.close();
		this.background.close();
		this.proxy.close();
		this.server.close();
	}

	@Test
	void isTheSameWhenRepliesAreLost() throws InterruptedException {
		this.filter.create();
		this.filter.add("warm");
		// What it looks at by itself after that must not be the reply that is lost.
		await().atMost(Duration.ofMinutes(1)).until(() -> !Double.isNaN(this.filter.fill()));
		this.proxy.swallowNextReply();
		assertThat(this.filter.add("anna")).isEqualTo(MAYBE);
		this.proxy.swallowNextReply();
		assertThat(this.filter.testAll(List.of("anna", "ben"))).containsExactly(MAYBE, ABSENT);
		this.proxy.swallowNextReply();
		// The script that begins.
		assertThat(this.filter.rebuild(() -> {
			this.proxy.swallowNextReply();
			return Stream.of("anna", "carla");
		}, (done) -> this.proxy.swallowNextReply())).isTrue();
		assertThat(this.proxy.swallowedReplies()).isEqualTo(5);
		assertThat(this.filter.testAll(List.of("anna", "ben", "carla"))).containsExactly(MAYBE, ABSENT, MAYBE);
		assertThat((List<?>) this.server.command("KEYS", "test:bloom-slice:*")).hasSize(1);
	}

	@Test
	void isUnknownAndNotEmptyAfterEverythingWasLost() {
		this.filter.create();
		this.filter.add("anna");
		this.server.scriptFlush();
		assertThat(this.filter.add("ben")).isEqualTo(ABSENT);
		this.server.flushAll();
		assertThat(this.filter.testAll(List.of("anna", "ben", "carla"))).containsOnly(UNKNOWN);
		assertThat(this.filter.add("carla")).isEqualTo(UNKNOWN);
		this.server.kill();
		this.server.restart();
		await().ignoreExceptions().untilAsserted(() -> assertThat(this.filter.test("anna")).isEqualTo(UNKNOWN));
		assertThat(this.server.command("DBSIZE")).hasToString("0");
	}

	@Test
	void failsClearlyWhileRedisIsAwayAndGoesOnAfterwards() {
		this.filter.create();
		this.filter.add("anna");
		BloomFilter impatient = this.filter.withTimeout(Duration.ofMillis(300));
		await().ignoreExceptions().untilAsserted(() -> assertThat(impatient.test("anna")).isEqualTo(MAYBE));
		this.proxy.freeze();
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> impatient.test("anna"));
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> impatient.add("ben"));
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> impatient.rebuild(Stream::empty, (done) -> {
			}));
		this.proxy.thaw();
		await().ignoreExceptions().untilAsserted(() -> assertThat(this.filter.test("anna")).isEqualTo(MAYBE));
		await().untilAsserted(() -> assertThat(this.filter.fill()).isBetween(0.0, 1.0));
	}

	@Test
	void saysWhatTheServerRefused() {
		assertThat(this.filters.hasModule()).isFalse();
		BloomFilter module = this.filters.get("module",
				BloomFilterSettings.of(10).withEngine(BloomEngine.MODULE).withSettle(Duration.ZERO));
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(module::create)
			.withMessageContaining("Unknown Redis command");
		assertThat(module.test("anna")).isEqualTo(UNKNOWN);
		assertThat((List<?>) this.server.command("KEYS", "*")).isEmpty();
		this.server.command("SET", "test:bloom-filter:{users}", "x");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.filter.test("anna"))
			.withMessageContaining("WRONGTYPE");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.filter.create());
	}

	@Test
	void refusesAFilterOfAVersionThatItDoesNotUnderstand() {
		this.filter.create();
		this.server.command("HSET", "test:bloom-filter:{users}", "live-layout", "2 something newer");
		BloomFilter other = this.filters.get("users", BloomFilterSettings.of(1000));
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> other.test("anna"))
			.withMessageContaining("'users'")
			.withMessageContaining("2 something newer");
	}

	@Test
	void followsItsDeclarationButKeepsWhatIsStored() {
		assertThat(this.filters.names()).containsExactly("users");
		assertThat(this.filters.get("users")).isSameAs(this.filter);
		assertThatIllegalArgumentException().isThrownBy(() -> this.filters.get("shops")).withMessageContaining("shops");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.filters.get("x".repeat(501), BloomFilterSettings.of(1)));
		this.filter.create();
		this.declared.swap(Map.of("users", BloomFilterSettings.of(7).withAlarmAt(0.0005)));
		// Seven of 9600 bits.
		assertThat(this.filter.add("anna")).isEqualTo(ABSENT);
		await().untilAsserted(() -> assertThat(counter("saturated")).isEqualTo(1));
		assertThat(counter("tested")).isZero();
	}

	@Test
	void saysHowManyElementsWereAddedBeforeItFailed() {
		this.filter.create();
		String slice = String.valueOf(((List<?>) this.server.command("KEYS", "test:bloom-slice:*")).get(0));
		this.server.command("DEL", slice);
		this.server.command("LPUSH", slice, "somebody's");
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.filter.addAll(BloomFilterFixture.elements("e", 0, 6000)))
			.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(0, 0, 6000)));
	}

	private double counter(String name) {
		return this.meters.find("redis.components.bloom." + name)
			.tags("filter", "users")
			.counters()
			.stream()
			.mapToDouble(io.micrometer.core.instrument.Counter::count)
			.sum();
	}

	@Test
	void deletesTheSlicesOfALostFilterOnceItMay() throws InterruptedException {
		this.filter.create();
		this.filter.test("anna");
		this.server.command("DEL", "test:bloom-filter:{users}");
		this.server.command("ACL", "SETUSER", "default", "-unlink");
		assertThat(this.filter.create()).isTrue();
		assertThat((List<?>) this.server.command("KEYS", "test:bloom-slice:*")).hasSize(2);
		this.server.command("ACL", "SETUSER", "default", "+unlink");
		this.filter.stats();
		this.filter.rebuild(() -> Stream.of("anna"), (done) -> {
		});
		await().until(() -> ((List<?>) this.server.command("KEYS", "test:bloom-slice:*")).size() == 1);
	}

	@Test
	void keepsTheSlicesOfAStateThatComesBack() {
		this.filter.create();
		this.filter.add("anna");
		// Counted in the background, which reads the state.
		await().atMost(Duration.ofMinutes(1)).until(() -> !Double.isNaN(this.filter.fill()));
		this.server.command("RENAME", "test:bloom-filter:{users}", "before");
		this.server.command("ACL", "SETUSER", "default", "-unlink");
		assertThat(this.filter.create()).isTrue();
		// As after a failover to a replica that lagged behind, and back.
		this.server.command("RENAME", "before", "test:bloom-filter:{users}");
		this.filter.stats();
		this.server.command("ACL", "SETUSER", "default", "+unlink");
		this.filter.stats();
		assertThat(this.filter.test("anna")).isEqualTo(MAYBE);
		await().until(() -> ((List<?>) this.server.command("KEYS", "test:bloom-slice:*")).size() == 1);
		assertThat(this.filter.test("anna")).isEqualTo(MAYBE);
	}

	@Test
	void keepsTheLiveFilterWhenARightIsTakenAwayInARebuild() throws InterruptedException {
		this.filter.create();
		this.filter.add("anna");
		this.server.command("ACL", "SETUSER", "default", "-hdel");
		assertThatExceptionOfType(RedisCommandException.class)
			.isThrownBy(() -> this.filter.rebuild(() -> Stream.of("anna"), (done) -> {
			}))
			.withMessageContaining("HDEL");
		this.server.command("ACL", "SETUSER", "default", "+hdel");
		// As if the minute had passed.
		this.server.command("HSET", "test:bloom-filter:{users}", "until", "0");
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> this.filter.rebuild(() -> Stream.of("anna").peek((element) -> {
				throw new IllegalStateException("away");
			}), (done) -> {
			}));
		assertThat(this.filter.test("anna")).isEqualTo(MAYBE);
	}

}
