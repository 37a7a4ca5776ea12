// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.github.rediscomponents.sample.crowd.UnusableGuideException;
import io.github.rediscomponents.test.RedisServer;

/**
 * Instances of the city guide that the driver started, on one Redis and one database that
 * begin empty and are gone afterwards.
 */
public final class OwnInstances implements AutoCloseable {

	private static final String DATABASE = "jdbc:h2:file:%s;MODE=MySQL;LOCK_TIMEOUT=10000;AUTO_SERVER=TRUE";

	private final RedisServer redis = RedisServer.start();

	private final List<OwnInstance> running = new ArrayList<>();

	private final Application application;

	private final Path logs;

	private final Path data;

	/**
	 * Starts Redis and nothing else yet.
	 * @param application what to start
	 * @param logs the folder where the output of the instances goes
	 */
	public OwnInstances(Application application, Path logs) {
		this.application = application;
		this.logs = logs;
		try {
			this.data = Files.createTempDirectory("sample-load");
		}
		catch (IOException ex) {
			this.redis.close();
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts instances and waits until they are ready. Those with the same name share
	 * their Redis keys; all share the database.
	 * @param name prefix of their keys, and of the names of their logs
	 * @param count how many
	 * @param settings further properties, as {@code name=value}
	 * @return where they are
	 * @throws UnusableGuideException if one does not start
	 */
	public List<URI> start(String name, int count, List<String> settings) throws InterruptedException {
		List<URI> ready = new ArrayList<>();
		for (int i = 1; i <= count; i++) {
			// One after the other: the first one fills the database.
			OwnInstance instance = OwnInstance.start(this.application, all(name, settings),
					this.logs.resolve(name + "-" + i + ".log"));
			this.running.add(instance);
			ready.add(instance.awaitReady());
		}
		return ready;
	}

	private List<String> all(String name, List<String> settings) {
		List<String> all = new ArrayList<>(List.of("server.port=0", "redis-components.embedded.enabled=false",
				"redis-components.key-prefix=" + name, "spring.data.redis.host=" + this.redis.host(),
				"spring.data.redis.port=" + this.redis.port(), "city-guide.import.demo-people=false",
				"spring.datasource.url=" + DATABASE.formatted(this.data.resolve("guide"))));
		all.addAll(settings);
		return all;
	}

	/** Ends everything that was started, the newest first. */
	@Override
	public void close() throws InterruptedException {
		for (int i = this.running.size() - 1; i >= 0; i--) {
			this.running.get(i).close();
		}
		this.redis.close();
		delete(this.data);
	}

	private static void delete(Path folder) {
		try (Stream<Path> files = Files.list(folder)) {
			for (Path file : files.toList()) {
				Files.delete(file);
			}
			Files.delete(folder);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
