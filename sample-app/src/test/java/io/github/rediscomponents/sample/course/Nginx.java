// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.course;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.rediscomponents.sample.fixture.GuideClient;
import io.github.rediscomponents.test.FreePorts;

import static org.awaitility.Awaitility.await;

/**
 * An installed nginx with a configuration of the documentation, on a free port.
 */
final class Nginx implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final Process process;

	private final int port;

	private Nginx(Process process, int port) {
		this.process = process;
		this.port = port;
	}

	static Optional<Path> installed() {
		List<String> folders = Arrays.asList(System.getenv().getOrDefault("PATH", "").split(":"));
		return Stream.concat(folders.stream(), Stream.of("/usr/sbin", "/usr/bin", "/usr/local/sbin"))
			.map((folder) -> Path.of(folder, "nginx"))
			.filter(Files::isExecutable)
			.findFirst();
	}

	/**
	 * Starts nginx in the foreground.
	 * @param program the installed program
	 * @param folder an existing folder of its own, which has {@code html/hmdp}
	 * @param configuration a configuration that listens on 8080
	 */
	static Nginx start(Path program, Path folder, String configuration) throws IOException {
		int port = FreePorts.next();
		Files.createDirectories(folder.resolve("conf"));
		Files.createDirectories(folder.resolve("logs"));
		Files.createDirectories(folder.resolve("temp"));
		Files.writeString(folder.resolve("conf/mime.types"),
				"types { text/html html; image/png png; image/svg+xml svg; }");
		String text = prelude(folder) + configuration.replaceFirst("listen +8080", "listen 127.0.0.1:" + port)
			.replaceFirst("http \\{", "http {" + temporary(folder));
		Path file = Files.writeString(folder.resolve("conf/nginx.conf"), text);
		Process process = new ProcessBuilder(program.toString(), "-p", folder + "/", "-c", file.toString(), "-e",
				folder.resolve("logs/error.log").toString())
			.redirectErrorStream(true)
			.redirectOutput(folder.resolve("logs/out.log").toFile())
			.start();
		Nginx nginx = new Nginx(process, port);
		try {
			await().atMost(PATIENCE).until(nginx::answers);
		}
		catch (RuntimeException ex) {
			nginx.close();
			throw new IllegalStateException(Files.readString(folder.resolve("logs/error.log")), ex);
		}
		return nginx;
	}

	private static String prelude(Path folder) {
		String user = System.getProperty("user.name");
		return "daemon off;\npid " + folder.resolve("logs/nginx.pid") + ";\n"
				+ ("root".equals(user) ? "user root;\n" : "");
	}

	private static String temporary(Path folder) {
		StringBuilder paths = new StringBuilder("\naccess_log off;\n");
		for (String kind : List.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) {
			paths.append(kind).append("_temp_path ").append(folder.resolve("temp/" + kind)).append(";\n");
		}
		return paths.toString();
	}

	private boolean answers() {
		if (!this.process.isAlive()) {
			throw new IllegalStateException("nginx has ended: " + this.process.exitValue());
		}
		try (Socket socket = new Socket("127.0.0.1", this.port)) {
			return socket.isConnected();
		}
		catch (IOException ex) {
			return false;
		}
	}

	GuideClient client() {
		return new GuideClient(this.port);
	}

	int port() {
		return this.port;
	}

	@Override
	public void close() {
		this.process.destroy();
		try {
			if (!this.process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
				this.process.destroyForcibly();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.process.destroyForcibly();
		}
	}

}
