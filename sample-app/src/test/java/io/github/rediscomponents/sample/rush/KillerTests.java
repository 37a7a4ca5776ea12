// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import com.sun.net.httpserver.HttpServer;
import io.github.rediscomponents.sample.web.Refused;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

/**
 * An instance is dead when its address refuses connections.
 */
class KillerTests {

	private final Killer killer = new Killer(Duration.ofMillis(500));

	private final Killer patient = new Killer(Duration.ofSeconds(30));

	@Test
	void anInstanceThatAnswersAndLivesIsNotKilled() throws IOException {
		HttpServer server = server(200, false);
		try {
			assertThatIOException().isThrownBy(() -> this.killer.kill(address(server)))
				.withMessageContaining("still accepts connections");
		}
		finally {
			server.stop(0);
		}
	}

	@Test
	void anInstanceThatHangsIsNotKilled() throws IOException {
		try (ServerSocket hanging = new ServerSocket(0, 50, InetAddress.getByName("localhost"))) {
			assertThatIOException()
				.isThrownBy(() -> this.killer.kill(URI.create("http://localhost:" + hanging.getLocalPort())));
		}
	}

	@Test
	void anInstanceThatRefusesIsNotKilled() throws IOException {
		HttpServer server = server(404, false);
		try {
			assertThatExceptionOfType(Refused.class).isThrownBy(() -> this.patient.kill(address(server)))
				.withMessage("The second instance does not let itself be killed.");
		}
		finally {
			server.stop(0);
		}
	}

	@Test
	void anInstanceThatEndsIsKilled() throws Exception {
		HttpServer server = server(200, true);
		this.patient.kill(address(server));
		// It is gone by now: a second one finds nobody.
		this.patient.kill(address(server));
		assertThat(server.getAddress().getPort()).isPositive();
	}

	private static URI address(HttpServer server) {
		return URI.create("http://localhost:" + server.getAddress().getPort());
	}

	private static HttpServer server(int status, boolean ends) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
		server.createContext("/rush/end", (exchange) -> {
			exchange.sendResponseHeaders(status, -1);
			exchange.close();
			if (ends) {
				Executors.newSingleThreadScheduledExecutor((task) -> {
					Thread thread = new Thread(task);
					thread.setDaemon(true);
					return thread;
				}).schedule(() -> server.stop(0), 100, TimeUnit.MILLISECONDS);
			}
		});
		server.start();
		return server;
	}

}
