// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.outage;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.RedisUnavailableException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is logged of an outage.
 */
@ExtendWith(OutputCaptureExtension.class)
class RedisWatchTests {

	private final AtomicLong nanos = new AtomicLong();

	private final RedisWatch watch = new RedisWatch(this.nanos::get);

	private static RedisUnavailableException away() {
		return new RedisUnavailableException("no answer", RedisUnavailableException.Outcome.UNKNOWN, null);
	}

	@BeforeEach
	void begin() {
		this.nanos.set(Long.MAX_VALUE - Duration.ofSeconds(3).toNanos());
	}

	private void pass(Duration time) {
		this.nanos.addAndGet(time.toNanos());
	}

	private static long lines(CapturedOutput output) {
		return output.getAll().lines().filter((line) -> line.contains("RedisWatch")).count();
	}

	@Test
	void anOutageIsTwoLines(CapturedOutput output) {
		for (int call = 0; call < 3700; call++) {
			this.watch.failed((call % 2 == 0) ? "Cannot look up logins" : "Reading likes", away());
			pass(Duration.ofMillis(2));
		}
		assertThat(lines(output)).isOne();
		assertThat(output).contains("Cannot look up logins", "no answer");
		this.watch.answered();
		pass(Duration.ofSeconds(4));
		this.watch.answered();
		assertThat(lines(output)).isOne();
		pass(Duration.ofSeconds(1));
		this.watch.answered();
		this.watch.answered();
		assertThat(lines(output)).isEqualTo(2);
		assertThat(output).contains("Redis answers again; 3700 calls failed in 7398 ms");
		this.watch.failed("Cannot look up logins", away());
		assertThat(lines(output)).isEqualTo(3);
	}

	@Test
	void whatIsRefusedIsLoggedOnceForEachPurpose(CapturedOutput output) {
		for (int call = 0; call < 10; call++) {
			this.watch.failed("Reading likes", new IllegalStateException("NOPERM likes"));
			this.watch.failed("Reading follows", new IllegalStateException("NOPERM follows"));
			this.watch.failed("Cannot look up logins", away());
		}
		assertThat(lines(output)).isEqualTo(3);
		assertThat(output).contains("NOPERM likes", "NOPERM follows", "no answer");
	}

	@Test
	void redisIsAwayForASecondAfterAFailure() {
		assertThat(this.watch.isAway()).isFalse();
		this.watch.failed("Reading likes", away());
		assertThat(this.watch.isAway()).isTrue();
		pass(Duration.ofMillis(999));
		assertThat(this.watch.isAway()).isTrue();
		pass(Duration.ofMillis(1));
		assertThat(this.watch.isAway()).isFalse();
		this.watch.failed("Reading likes", away());
		this.watch.answered();
		assertThat(this.watch.isAway()).isFalse();
	}

}
