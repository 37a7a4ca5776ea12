// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.time.Duration;
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
			Set<Integer> stripes = new HashSet<>(Set.of(FreePorts.next() % 16));
			for (ChildJvm other : others) {
				String line = other.awaitLine((one) -> one.startsWith("port "));
				assertThat(stripes.add(Integer.parseInt(line.substring(5)) % 16)).isTrue();
			}
		}
		finally {
			others.forEach(ChildJvm::close);
		}
	}

	@Test
	void portsLieBelowThoseOfOutgoingConnectionsAndSoDoTheirBuses() {
		assertThat(FreePorts.next()).isBetween(11_000, 21_000);
		assertThat(FreePorts.next(true) + 10_000).isLessThan(32_768);
	}

	/** In a process of its own, because no new port is left afterwards. */
	@Test
	void portsOfClosedServersAreTakenAgainWhenNoOtherIsLeft() {
		try (ChildJvm one = ChildJvm.start(ManyServers.class)) {
			assertThat(one.waitFor(Duration.ofMinutes(2))).as(one.output()).isZero();
			assertThat(one.output()).contains("served by one of 1500");
		}
	}

	/** Has more servers than there are ports, one after the other. */
	static final class ManyServers {

		public static void main(String[] args) {
			Set<Integer> kept = new HashSet<>();
			for (int i = 0; i < 20; i++) {
				kept.add(FreePorts.next());
			}
			for (int i = 0; i < 1500; i++) {
				int port = FreePorts.next(i % 2 == 0);
				if (!kept.add(port)) {
					throw new IllegalStateException(port + " is in use");
				}
				kept.remove(port);
				FreePorts.giveBack(port);
			}
			try (RedisServer server = RedisServer.start(); RedisProxy proxy = RedisProxy.to(server)) {
				System.out.println("served by one of 1500: " + server + " behind " + proxy.port());
			}
		}

	}

	/** Takes a port and lives until its input ends. */
	static final class PortOwner {

		public static void main(String[] args) throws IOException {
			System.out.println("port " + FreePorts.next());
			System.in.read();
		}

	}

}
