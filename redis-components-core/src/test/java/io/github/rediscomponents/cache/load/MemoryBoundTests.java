// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.stream.IntStream;

import com.github.benmanes.caffeine.cache.Cache;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.store.MemoryBound;
import io.github.rediscomponents.support.HostileException;

import static org.assertj.core.api.Assertions.assertThat;

class MemoryBoundTests {

	private static final Duration LONG = Duration.ofHours(1);

	private static final int MIB = 1024 * 1024;

	@Test
	void holdsTenThousandKeysAtMost() {
		Cache<Integer, String> memory = MemoryBound.<Integer, String>of((key, kept) -> 1).build();
		IntStream.range(0, 20_000).forEach((i) -> memory.put(i, "v"));
		memory.cleanUp();
		assertThat(memory.estimatedSize()).isEqualTo(10_000);
	}

	@Test
	void holdsSixtyFourMebibytesAtMost() {
		Cache<Integer, String> memory = MemoryBound.<Integer, String>of((key, kept) -> MIB).build();
		IntStream.range(0, 200).forEach((i) -> memory.put(i, "v"));
		memory.cleanUp();
		assertThat(memory.estimatedSize()).isBetween(60L, 64L);
		Cache<Integer, String> tooLarge = MemoryBound.<Integer, String>of((key, kept) -> 1L << 40).build();
		tooLarge.put(1, "v");
		tooLarge.cleanUp();
		assertThat(tooLarge.estimatedSize()).isZero();
	}

	@Test
	void longMessagesOfFailuresCount() {
		FailureMemory failures = new FailureMemory();
		String long1 = "x".repeat(MIB);
		for (int i = 0; i < 100; i++) {
			failures.put("k" + i, new IllegalStateException(new IllegalArgumentException(long1)), LONG);
		}
		// The message of an exception with a cause has that of the cause in it.
		assertThat(IntStream.range(0, 100).filter((i) -> failures.get("k" + i, LONG) != null).count()).isBetween(1L,
				16L);
	}

	@Test
	void failuresWhoseMethodsThrowAreHeldAsOthersAre() {
		FailureMemory failures = new FailureMemory();
		HostileException hostile = new HostileException();
		failures.put("k", hostile, LONG);
		assertThat(failures.get("k", LONG)).isSameAs(hostile);
	}

}
