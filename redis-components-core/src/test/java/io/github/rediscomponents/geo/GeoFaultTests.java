// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What happens to places and pages when replies are lost and scripts and data flushed.
 */
class GeoFaultTests {

	private final GeoArea area = GeoArea.radius(new GeoPoint(0, 0), 1000);

	@Test
	void isReplacedOnceWhenTheDriverRepeatsAfterLostReplies() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CommandPort port = TestPorts.open(proxy.uri(), Duration.ofSeconds(20))) {
			KeySpace keys = new KeySpace("shop");
			LiveSettings<GeoSettings> settings = new LiveSettings<>(GeoSettings.defaults());
			GeoIndex index = GeoIndex.create(port, keys, settings);
			index.replaceAll("shops", Map.of("a", new GeoPoint(0, 0)));
			proxy.swallowNextReply();
			index.replaceAll("shops", Map.of("b", new GeoPoint(0, 0), "c", new GeoPoint(0, 0.001)));
			GeoIndex replyOfReplacing = GeoIndex.create(swallowing(port, proxy), keys, settings);
			replyOfReplacing.replaceAll("shops", Map.of("d", new GeoPoint(0, 0), "e", new GeoPoint(0, 0.001)));
			assertThat(proxy.swallowedReplies()).isEqualTo(2);
			assertThat(index.nearest("shops", this.area, 10)).extracting(GeoHit::member).containsExactly("d", "e");
			replyOfReplacing.replaceAll("shops", Map.of());
			assertThat(proxy.swallowedReplies()).isEqualTo(3);
			assertThat(index.size("shops")).isZero();
		}
	}

	/** Loses the reply of each script that has two keys. */
	private static CommandPort swallowing(CommandPort port, RedisProxy proxy) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (method.getName().equals("eval") && ((String[]) args[1]).length == 2) {
				proxy.swallowNextReply();
			}
			return real.proceed();
		});
	}

	@Test
	void keepsPagesOfOneMomentWhenTheDriverRepeatsAfterLostReplies() {
		try (RedisServer server = RedisServer.start();
				RedisProxy proxy = RedisProxy.to(server);
				CommandPort port = TestPorts.open(proxy.uri(), Duration.ofSeconds(20))) {
			GeoIndex index = GeoIndex.create(port, new KeySpace("shop"), new LiveSettings<>(GeoSettings.defaults()));
			index.putAll("shops", Map.of("a", new GeoPoint(0, 0), "b", new GeoPoint(0, 0.001)));
			GeoPage warm = index.nearby("shops", this.area, 1);
			index.next("shops", warm.next(), 1);
			proxy.swallowNextReply();
			index.put("shops", "c", new GeoPoint(0, 0.002));
			assertThat(index.size("shops")).isEqualTo(3);
			proxy.swallowNextReply();
			GeoPage first = index.nearby("shops", this.area, 1);
			assertThat(first.total()).isEqualTo(3);
			proxy.swallowNextReply();
			GeoPage second = (GeoPage) index.next("shops", first.next(), 2);
			assertThat(second.items()).extracting(GeoHit::member).containsExactly("b", "c");
			assertThat(proxy.swallowedReplies()).isEqualTo(3);
			// The scroll of the repeated search overwrote its own, and no other.
			assertThat((java.util.List<?>) server.command("KEYS", "*scroll*")).hasSize(2);
			server.scriptFlush();
			assertThat(index.next("shops", first.next(), 2)).isEqualTo(second);
			server.flushAll();
			assertThat(index.next("shops", first.next(), 2)).isEqualTo(new GeoResult.Expired());
			assertThat(index.nearby("shops", this.area, 1).total()).isZero();
		}
	}

	@Test
	void saysHowManyMembersWerePutBeforeItFailed() {
		try (RedisServer server = RedisServer.start(); CommandPort port = TestPorts.open(server)) {
			GeoIndex index = GeoIndex.create(port, new KeySpace("shop"), new LiveSettings<>(GeoSettings.defaults()));
			server.command("SET", "shop:geo:{shops}:points", "somebody's text");
			Map<String, GeoPoint> points = IntStream.range(0, 12_500)
				.boxed()
				.collect(Collectors.toMap((i) -> "m" + i, (i) -> new GeoPoint(0, 0)));
			assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> index.putAll("shops", points))
				.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(0, 0, 12_500)));
			assertThatExceptionOfType(RedisCommandException.class)
				.isThrownBy(() -> index.removeAll("shops", points.keySet()))
				.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(0, 0, 12_500)));
		}
	}

}
