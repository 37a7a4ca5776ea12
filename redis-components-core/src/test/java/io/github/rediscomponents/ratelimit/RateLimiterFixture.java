package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.HexFormat;
import java.util.UUID;
import java.util.stream.IntStream;

import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.test.RedisDeployment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the contracts share: a rate limiter on a server, with keys of its own per test.
 */
abstract class RateLimiterFixture {

	final KeySpace keys = new KeySpace("t" + UUID.randomUUID().toString().substring(0, 8));

	final LiveSettings<RateLimitSettings> settings = new LiveSettings<>(RateLimitSettings.defaults());

	final String key = "user-" + UUID.randomUUID();

	protected abstract RedisPort port();

	/** As another process has it. */
	protected abstract RedisPort otherPort();

	protected abstract RedisDeployment server();

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
		byte[] content = port().call((commands) -> commands.dump(held));
		return HexFormat.of().formatHex(content);
	}

	long pttl(String held) {
		return port().call((commands) -> commands.pttl(held));
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

}
