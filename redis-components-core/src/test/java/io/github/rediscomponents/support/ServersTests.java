// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.filter.BloomEngine;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterObserver;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.support.eviction.Eviction.Act;
import io.github.rediscomponents.support.eviction.Eviction.Answer;
import io.github.rediscomponents.support.eviction.Eviction.Scene;
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

	private static final String MODULE = "redisbloom.so";

	@TestFactory
	Stream<DynamicNode> worksOnEachServer() {
		Map<String, RedisBinary> servers = new LinkedHashMap<>();
		Stream.concat(Stream.of(RedisBinary.embedded()), Stream.concat(installed(), RedisBinary.found().stream()))
			.forEach((binary) -> servers.putIfAbsent(binary.product(), binary));
		List<DynamicNode> nodes = new ArrayList<>();
		servers.forEach((product, binary) -> nodes.add(on(product, binary)));
		nodes.add(module());
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
		return on(product, RedisServer.builder().binary(binary), EveryComponent.scenes());
	}

	/** The module RedisBloom in the directory of the servers. */
	private static DynamicNode module() {
		Optional<Path> module = RedisBinary.found()
			.stream()
			.map((binary) -> binary.path().getParent().getParent())
			.distinct()
			.flatMap(ServersTests::modules)
			.findFirst();
		if (module.isEmpty()) {
			return DynamicTest.dynamicTest(MODULE, () -> abort("There is no " + MODULE + " beside the servers"));
		}
		RedisBinary binary = installed().findFirst().orElseGet(RedisBinary::embedded);
		return on(binary.product() + " with " + MODULE,
				RedisServer.builder().binary(binary).setting("loadmodule", module.get().toString()),
				Stream.of(new Scene("Bloom filter of the module", ServersTests::moduleFilter)));
	}

	private static Stream<Path> modules(Path directory) {
		try (Stream<Path> files = Files.walk(directory, 2)) {
			return files.filter((file) -> file.endsWith(MODULE)).toList().stream();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Act moduleFilter(CommandPort port, KeySpace keys, Background background) {
		BloomFilters filters = BloomFilters.create(port, keys, background, new LiveSettings<>(Map.of()),
				BloomFilterObserver.NONE);
		BloomFilter filter = filters.get("users",
				BloomFilterSettings.of(10_000).withEngine(BloomEngine.MODULE).withSettle(Duration.ZERO));
		return new Act(() -> assertThat(filters.hasModule() && filter.create()).isTrue(), () -> {
			Membership before = filter.add("anna");
			return (before == Membership.ABSENT && filter.test("anna") == Membership.MAYBE) ? Answer.RIGHT
					: Answer.WRONG;
		});
	}

	private static DynamicNode on(String product, RedisServer.Builder server, Stream<Scene> scenes) {
		List<DynamicTest> tests = new ArrayList<>();
		Running running = new Running(server::start);
		tests.add(DynamicTest.dynamicTest("starts", running::start));
		scenes.forEach((scene) -> tests.add(DynamicTest.dynamicTest(scene.name(), () -> running.use(scene))));
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
