// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.Eviction.Scene;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisBinary;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.RedisStartException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

/**
 * Each component on each server that is there: the embedded one, the installed one, and
 * those that {@link RedisBinary#found()} finds. A release that is expected and missing is
 * reported as skipped.
 */
class ServersTests {

	/** What {@code docs/servers.md} says is tested, beside the embedded Redis. */
	private static final List<String> EXPECTED = List.of("Redis 7.", "Redis 8.", "Valkey 9.");

	@TestFactory
	Stream<DynamicNode> worksOnEachServer() {
		Map<String, RedisBinary> servers = new LinkedHashMap<>();
		Stream.concat(Stream.of(RedisBinary.embedded()), Stream.concat(installed(), RedisBinary.found().stream()))
			.forEach((binary) -> servers.putIfAbsent(binary.product(), binary));
		List<DynamicNode> nodes = new ArrayList<>();
		servers.forEach((product, binary) -> nodes.add(on(product, binary)));
		EXPECTED.stream()
			.filter((release) -> servers.keySet().stream().noneMatch((product) -> product.startsWith(release)))
			.forEach((release) -> nodes.add(DynamicTest.dynamicTest(release + "x",
					() -> abort("There is no " + release + "x; name a directory that has one by the system property "
							+ RedisBinary.DIRECTORY_PROPERTY + " or the environment variable "
							+ RedisBinary.DIRECTORY_VARIABLE))));
		return nodes.stream();
	}

	private static Stream<RedisBinary> installed() {
		try {
			return Stream.of(RedisBinary.onPath());
		}
		catch (RedisStartException ex) {
			return Stream.empty();
		}
	}

	private static DynamicNode on(String product, RedisBinary binary) {
		List<DynamicTest> tests = new ArrayList<>();
		Running running = new Running(() -> RedisServer.builder().binary(binary).start());
		tests.add(DynamicTest.dynamicTest("starts", running::start));
		EveryComponent.scenes()
			.forEach((scene) -> tests.add(DynamicTest.dynamicTest(scene.name(), () -> running.use(scene))));
		tests.add(DynamicTest.dynamicTest("stops", running::stop));
		return DynamicContainer.dynamicContainer(product, tests);
	}

	/** A server while its tests run. */
	private static final class Running {

		private final Supplier<RedisServer> starter;

		private final Background background = new Background();

		private RedisServer server;

		private CommandPort port;

		Running(Supplier<RedisServer> starter) {
			this.starter = starter;
		}

		void start() {
			this.server = this.starter.get();
			this.port = TestPorts.connected(TestPorts.open(this.server));
		}

		void use(Scene scene) throws Exception {
			assertThat(this.port).as("the port to the server").isNotNull();
			EveryComponent.use(scene, this.port, "use-" + scene.name().replace(' ', '-'), this.background);
		}

		void stop() {
			if (this.port != null) {
				this.port.close();
			}
			this.background.close();
			if (this.server != null) {
				this.server.close();
			}
		}

	}

}
