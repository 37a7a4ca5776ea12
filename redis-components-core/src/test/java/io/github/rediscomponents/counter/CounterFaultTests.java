// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.ProxiedRedisFixture;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to counts when replies are lost, scripts forgotten and Redis is away.
 */
class CounterFaultTests extends ProxiedRedisFixture {

	private static final LocalDate DAY = LocalDate.now(ZoneOffset.UTC).minusDays(3);

	private DayBitmap bitmap;

	private UniqueCounter counter;

	CounterFaultTests() {
		super(Duration.ofSeconds(20));
	}

	@BeforeEach
	void connect() {
		use(this.port);
		// A reply that says that the server does not know a script is worth no test.
		this.bitmap.checkIns("daily").checkIn("warm", DAY);
		this.bitmap.activeUsers("app").mark(DAY.plusDays(1), List.of(1L));
		this.counter.add("warm", DAY, List.of("a"));
	}

	@Test
	void tellsTheFirstSignerSoWhenTheDriverRepeatsAfterALostReply() {
		CheckIns checkIns = this.bitmap.checkIns("daily");
		checkIns.checkIn("anna", DAY.minusDays(1));
		this.server.resetStats();
		this.proxy.swallowNextReply();
		assertThat(checkIns.checkIn("anna", DAY)).isEqualTo(new CheckIn(DAY, true, 2));
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(this.server.commandCalls()).containsEntry("evalsha", 2L).containsEntry("hset", 1L);
		assertThat(checkIns.checkIn("anna", DAY)).isEqualTo(new CheckIn(DAY, false, 2));
	}

	@Test
	void countsOnceWhatTheDriverRepeats() {
		ActiveUsers active = this.bitmap.activeUsers("app");
		this.proxy.swallowNextReply();
		active.mark(DAY, List.of(5L, 6L));
		this.proxy.swallowNextReply();
		this.counter.add("home", DAY, List.of("a", "b"));
		this.proxy.swallowNextReply();
		long id = active.idOf("anna");
		assertThat(this.proxy.swallowedReplies()).isEqualTo(3);
		assertThat(active.count(DAY)).isEqualTo(2);
		assertThat(this.counter.count("home", DAY)).isEqualTo(new UniqueCount(2, true));
		assertThat(active.idOf("anna")).isEqualTo(id);
	}

	@Test
	void countsOnceWhatTheCallerRepeatsAfterAnUnknownOutcome() {
		use(this.port.withTimeout(Duration.ofMillis(300)));
		this.proxy.freeze();
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> this.bitmap.activeUsers("app").mark(DAY, List.of(5L)));
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> this.counter.add("home", DAY, List.of("a")));
		this.proxy.thaw();
		use(this.port);
		await().ignoreExceptions()
			.untilAsserted(() -> assertThat(this.bitmap.activeUsers("app").mark(DAY, List.of(5L, 7L))).isBetween(0, 2));
		this.counter.add("home", DAY, List.of("a"));
		assertThat(this.bitmap.activeUsers("app").count(DAY)).isEqualTo(2);
		assertThat(this.counter.count("home", DAY)).isEqualTo(new UniqueCount(1, true));
	}

	@Test
	void goesOnAfterScriptsAndDataWereFlushed() {
		this.server.scriptFlush();
		this.server.flushAll();
		assertThat(this.bitmap.checkIns("daily").checkIn("warm", DAY)).isEqualTo(new CheckIn(DAY, true, 1));
		assertThat(this.bitmap.activeUsers("app").mark(DAY.plusDays(1), List.of(1L))).isEqualTo(1);
		this.counter.add("warm", DAY, List.of("a", "b"));
		assertThat(this.counter.count("warm", DAY)).isEqualTo(new UniqueCount(2, true));
	}

	private void use(CommandPort through) {
		KeySpace keys = new KeySpace("shop");
		this.bitmap = DayBitmap.create(through, keys, new LiveSettings<>(DayBitmapSettings.defaults()));
		this.counter = UniqueCounter.create(through, keys, new LiveSettings<>(UniqueCounterSettings.defaults()));
	}

	@Test
	void saysHowManyUsersWereMarkedBeforeItFailed() {
		ActiveUsers users = this.bitmap.activeUsers("app");
		List<Long> ids = List.of(1L, 2L, 3L, 10_000_000L, 10_000_001L);
		assertThat(users.mark(DAY, ids)).isEqualTo(5);
		String far = ((List<?>) this.server.command("KEYS", "*{app:*" + DAY.toString().replace("-", ""))).stream()
			.map(String::valueOf)
			.filter((key) -> !key.contains("{app:0}"))
			.findFirst()
			.orElseThrow();
		this.server.command("DEL", far);
		this.server.command("LPUSH", far, "somebody's");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> users.mark(DAY, ids))
			.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(3, 0, 2)));
	}

	@Test
	void saysThatNobodyOfANewChunkIsMarkedWhenAnotherChunkFails() {
		ActiveUsers users = this.bitmap.activeUsers("new");
		this.server.command("LPUSH", "shop:active-users:{new:1}:" + DAY.toString().replace("-", ""), "somebody's");
		List<Long> ids = List.of(1L, 2L, (long) ActiveUsers.CHUNK);
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> users.mark(DAY, ids))
			.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(0, 0, 3)));
		assertThat(users.isActive(DAY, 1)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void saysThatNobodyIsMarkedWhenTheReplyOfTheIndexIsLost(int count) {
		CommandPort hasty = this.port.withTimeout(Duration.ofMillis(300));
		// Marks go out in batches.
		use(InterceptedPort.of(this.port, (method, args, real) -> {
			if (!method.getName().equals("eval")) {
				return real.proceed();
			}
			this.proxy.freeze();
			return hasty.eval((LuaScript<?>) args[0], (String[]) args[1], (byte[][]) args[2]);
		}));
		List<Long> ids = List.of(1L, 2L).subList(0, count);
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> this.bitmap.activeUsers("new").mark(DAY, ids))
			.satisfies((ex) -> {
				assertThat(ex.outcome()).isEqualTo(Outcome.NOT_EXECUTED);
				assertThat(ex.progress()).contains(new BatchProgress(0, 0, count));
			});
		this.proxy.thaw();
		use(this.port);
		assertThat(this.bitmap.activeUsers("new").isActive(DAY, 1)).isFalse();
		assertThat(this.bitmap.activeUsers("new").mark(DAY, ids)).isEqualTo(count);
		assertThat(this.bitmap.activeUsers("new").count(DAY)).isEqualTo(count);
	}

}
