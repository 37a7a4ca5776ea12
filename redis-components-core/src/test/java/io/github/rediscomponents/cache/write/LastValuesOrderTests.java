// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.support.CampaignScale;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What a process never returns from its memory: values older than what it has written or
 * read.
 */
class LastValuesOrderTests extends LastValuesFixture {

	@Test
	void returnsNothingOfBeforeTheOutageOnceRedisIsBack() {
		List<String> keys = warm(10);
		for (int round = 0; round < 3; round++) {
			int i = round;
			String fresh = "fresh " + i;
			away(RedisServer::pause);
			keys.forEach((key) -> assertThat(this.cache.get(key, this::load)).isNotNull());
			this.server.resume();
			try (CommandPort other = TestPorts.open(this.server); TestCaches others = this.caches.alsoOn(other)) {
				others.tuned(PATIENT);
				keys.forEach((key) -> others.texts("c").put(key, fresh));
			}
			Set<String> caughtUp = new HashSet<>();
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> {
				for (String key : keys) {
					String read = this.cache.get(key, this::load);
					assertThat(caughtUp.contains(key) && isOlder(read, i)).isFalse();
					if (read.equals(fresh)) {
						caughtUp.add(key);
					}
				}
				return caughtUp.size() == keys.size();
			});
			await().atMost(PATIENCE).until(() -> this.caches.client.localLevelState() == LocalLevelState.UP);
			keys.forEach((key) -> assertThat(isOlder(this.cache.get(key, this::load), i)).isFalse());
			awaitKept(keys);
		}
	}

	private static boolean isOlder(String value, int round) {
		return value.startsWith("last") || value.equals("fresh " + (round - 1));
	}

	@Test
	void forgetsWhatThisProcessChangesMeanwhile() {
		warm(7);
		away(RedisServer::pause);
		assertThat(this.cache.get("k0", this::load)).isEqualTo("last of k0");
		List<Runnable> changes = List.of(() -> this.cache.invalidate("k0"), () -> this.cache.put("k1", "put"),
				() -> this.cache.invalidateAll(List.of("k2")), () -> this.cache.putAll(Map.of("k3", "put")),
				() -> this.caches.client.invalidate("c", "k4"), () -> this.cache.clear());
		for (int i = 0; i < changes.size(); i++) {
			Runnable change = changes.get(i);
			assertThat(this.cache.get("k" + i, this::load)).isEqualTo("last of k" + i);
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(change::run);
			assertThat(this.cache.get("k" + i, this::load)).isEqualTo("loaded " + (i + 1));
			assertThat(this.cache.get("k" + i, this::load)).isEqualTo("loaded " + (i + 1));
		}
		// Cleared.
		assertThat(this.cache.get("k6", this::load)).isEqualTo("loaded 7");
		assertThat(this.cache.get("k0", this::load)).isEqualTo("loaded 8");
	}

	@Test
	void aLostProofIsNoOutageAndWhatWasReadSinceIsNewer() {
		AtomicBoolean deaf = new AtomicBoolean();
		try (CommandPort other = TestPorts.open(this.server);
				TestCaches reader = this.caches.alsoOn(deaf(other, deaf))) {
			reader.tuned(PATIENT);
			this.caches.tuned(PATIENT);
			reader.awaitUp();
			List<String> keys = warm(2);
			keys.forEach((key) -> reader.texts("c").get(key, this::load));
			deaf.set(true);
			this.cache.put("k0", "new");
			await().atMost(PATIENCE).until(() -> reader.client.localLevelState() != LocalLevelState.UP);
			assertThat(reader.texts("c").get("k0", this::load)).isEqualTo("new");
			assertThat(reader.counts.of(StaleReason.REDIS_AWAY)).isZero();
			reader.tuned(SETTINGS);
			this.server.pause();
			// Its last value is older than what was read.
			assertThat(reader.texts("c").get("k0", this::load)).isEqualTo("loaded 1");
			assertThat(reader.texts("c").get("k1", this::load)).isEqualTo("last of k1");
		}
	}

	private static CommandPort deaf(CommandPort port, AtomicBoolean deaf) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (!method.getName().equals("subscribe")) {
				return real.proceed();
			}
			ChannelListener listener = (ChannelListener) args[1];
			return port.subscribe((String) args[0], new ChannelListener() {

				@Override
				public void message(byte[] message) {
					if (!deaf.get()) {
						listener.message(message);
					}
				}

				@Override
				public void subscribed() {
					listener.subscribed();
				}

				@Override
				public void lost() {
					listener.lost();
				}

			});
		});
	}

	@Test
	void aFlappingLinkBringsNothingBack() {
		List<String> keys = warm(2);
		for (int i = 0; i < CampaignScale.times(3); i++) {
			away(RedisServer::pause);
			assertThat(this.cache.get("k1", this::load)).isIn("last of k1", "round " + (i - 1));
			this.server.resume();
			String value = "round " + i;
			await().atMost(PATIENCE).ignoreExceptions().until(() -> {
				this.cache.put("k0", value);
				this.cache.put("k1", value);
				return true;
			});
			// The level is not up yet, or it is: either way the put is what counts.
			this.server.pause();
			assertThat(this.cache.get("k0", (key) -> value)).isEqualTo(value);
			this.server.resume();
			await().atMost(PATIENCE).until(() -> this.caches.client.localLevelState() == LocalLevelState.UP);
			await().atMost(PATIENCE).until(() -> this.cache.get("k1", this::load).equals(value));
			awaitKept(keys);
		}
	}

}
