// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.sample.fixture.Guide;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A Nacos server in a JVM of its own, with the class path of the module
 * {@code nacos-server}. It ends with this JVM.
 */
final class NacosServer implements AutoCloseable {

	/** What the module has built; set by the Maven profile {@code nacos-server}. */
	static final String BUILT = "nacos.server";

	private static final Duration PATIENCE = Duration.ofMinutes(4);

	/** The ports that it uses besides its own. */
	private static final int[] OFFSETS = { -1000, 0, 1000, 1001 };

	private final Path folder;

	private final int port = freePorts();

	private Process process;

	/**
	 * Prepares a server, which is not started yet.
	 * @param folder for all that it keeps
	 */
	NacosServer(Path folder) {
		this.folder = folder;
	}

	String address() {
		return "127.0.0.1:" + this.port;
	}

	/**
	 * Starts it, with what it knew when it was killed.
	 */
	void start() {
		Path built = Path.of(System.getProperty(BUILT));
		Path log = this.folder.resolve("server.log");
		try {
			Files.deleteIfExists(log);
			String classPath = built.resolve("classes") + ":" + Files.readString(built.resolve("class-path"));
			this.process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
					"-Xmx512m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath,
					"io.github.rediscomponents.nacos.NacosTestServer", this.folder.toString(),
					String.valueOf(this.port))
				.redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		await().atMost(PATIENCE)
			.failFast("Nacos ended, see " + log, () -> !this.process.isAlive())
			.until(() -> Files.readString(log).contains("Nacos is ready"));
	}

	/**
	 * Publishes the configuration of the application and waits until the server hands it
	 * out, which it does some time after it has answered. An application that starts in
	 * between misses it for good: it loads nothing, and its client then takes the
	 * snapshot that another on the same machine has written for what it has loaded.
	 */
	void publish(String yaml) {
		String form = "dataId=city-guide.yaml&groupName=DEFAULT_GROUP&type=yaml&content=" + Guide.encode(yaml);
		HttpResponse<String> response = send(
				request("/nacos/v3/admin/cs/config").header("Content-Type", "application/x-www-form-urlencoded")
					.POST(BodyPublishers.ofString(form)));
		assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
		String published = JsonMapper.shared().writeValueAsString(yaml);
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(20))
			.until(() -> send(request("/nacos/v3/client/cs/config?dataId=city-guide.yaml&groupName=DEFAULT_GROUP"))
				.body()
				.contains("\"content\":" + published));
	}

	private HttpRequest.Builder request(String path) {
		return HttpRequest.newBuilder(URI.create("http://" + address() + path));
	}

	private static HttpResponse<String> send(HttpRequest.Builder request) {
		try {
			return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		if (this.process != null) {
			this.process.destroyForcibly();
			try {
				assertThat(this.process.waitFor(30, TimeUnit.SECONDS)).isTrue();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private static int freePorts() {
		for (int attempt = 0; attempt < 100; attempt++) {
			int port = ThreadLocalRandom.current().nextInt(12_000, 30_000);
			if (isFree(port)) {
				return port;
			}
		}
		throw new IllegalStateException("There are no four free ports");
	}

	private static boolean isFree(int port) {
		for (int offset : OFFSETS) {
			try (ServerSocket socket = new ServerSocket(port + offset)) {
				assertThat(socket.isBound()).isTrue();
			}
			catch (IOException ex) {
				return false;
			}
		}
		return true;
	}

}
