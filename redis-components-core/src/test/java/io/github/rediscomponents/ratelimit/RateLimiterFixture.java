// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the contracts share: a rate limiter on a server, with keys of its own per test.
 */
abstract class RateLimiterFixture extends TopologyFixture {

	private static final Map<RedisTopology, CommandPort> OTHERS = new ConcurrentHashMap<>();

	final KeySpace keys = new KeySpace("t" + UUID.randomUUID().toString().substring(0, 8));

	final LiveSettings<RateLimitSettings> settings = new LiveSettings<>(RateLimitSettings.defaults());

	final String key = "user-" + UUID.randomUUID();

	/** As another process has it. */
	CommandPort otherPort() {
		return OTHERS.computeIfAbsent(this.topology, TestPorts::open);
	}

	RateLimiterFixture(RedisTopology topology) {
		super(topology);
	}

	RateLimiter limiter() {
		return RateLimiter.create(port(), this.keys, this.settings);
	}

	Reply attempt(RatePolicy policy) {
		return Reply.to(port(), this.keys, policy, this.key, 1, true);
	}

	void exhaust(RatePolicy policy, int times) {
		for (int i = 0; i < times; i++) {
			assertThat(limiter().tryAcquire(policy, this.key, 1).allowed()).isTrue();
		}
	}

	String[] redisKeys(RatePolicy policy) {
		return new PolicyCalls(policy, this.keys).keys(this.key);
	}

	Object dump(String held) {
		byte[] content = admin().call((commands) -> commands.dump(held));
		return HexFormat.of().formatHex(content);
	}

	long pttl(String held) {
		return admin().call((commands) -> commands.pttl(held));
	}

	static Duration quiet() {
		return quiet(0);
	}

	/**
	 * Periods so long that nothing comes back during a test, and whose windows have no
	 * border near now.
	 */
	static Duration quiet(int which) {
		long now = System.currentTimeMillis();
		long day = Duration.ofDays(1).toMillis();
		return IntStream.range(30, 60)
			.mapToObj(Duration::ofDays)
			.filter((period) -> Math.min(now % period.toMillis(), period.toMillis() - now % period.toMillis()) > day)
			.skip(which)
			.findFirst()
			.orElseThrow();
	}

	/**
	 * A period within which a reservation can lie ahead, and whose windows have no border
	 * near now.
	 */
	static Duration hours() {
		long now = System.currentTimeMillis();
		return IntStream.range(6, 12)
			.mapToObj(Duration::ofHours)
			.filter((
					period) -> Math.min(now % period.toMillis(), period.toMillis() - now % period.toMillis()) > 600_000)
			.findFirst()
			.orElseThrow();
	}

}
