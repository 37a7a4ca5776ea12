// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link FreePorts}.
 */
class FreePortsTests {

	private static final int MOST_AT_ONCE = 4;

	@Test
	void processesSideBySideHaveNoPortInCommon() {
		List<ChildJvm> others = Stream.generate(() -> ChildJvm.start(PortOwner.class)).limit(MOST_AT_ONCE).toList();
		try {
			Set<Integer> stripes = new HashSet<>(Set.of(FreePorts.next(false) % 16));
			for (ChildJvm other : others) {
				String line = other.awaitLine((one) -> one.startsWith("port "));
				assertThat(stripes.add(Integer.parseInt(line.substring(5)) % 16)).isTrue();
			}
		}
		finally {
			others.forEach(ChildJvm::close);
		}
	}

	/** Takes a port and lives until its input ends. */
	static final class PortOwner {

		public static void main(String[] args) throws IOException {
			System.out.println("port " + FreePorts.next(false));
			System.in.read();
		}

	}

}
