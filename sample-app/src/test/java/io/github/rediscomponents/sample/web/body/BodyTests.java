// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web.body;

import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.RawPost;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Bodies that are too slow or too large, sent over sockets.
 */
class BodyTests {

	private static final int MEGABYTE = 1024 * 1024;

	private static final int LARGEST = 64 * 1024;

	private static Guide guide;

	@BeforeAll
	static void start() {
		guide = Guide
			.start(new Guide.Settings().with("city-guide.body.patience", "3s").with("city-guide.body.pause", "2s"));
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void slowBodiesStopNobodyElse() throws Exception {
		Guide.Settings patient = new Guide.Settings().with("city-guide.body.patience", "10m")
			.with("city-guide.body.pause", "10m");
		List<Socket> slow = Collections.synchronizedList(new ArrayList<>());
		try (Guide busy = Guide.start(patient)) {
			for (int i = 0; i < 215; i++) {
				slow.add(RawPost.open(busy, RawPost.head("/user/login", "Content-Length: 1000") + "{"));
			}
			// Beyond those that may wait, each is told so.
			await().until(() -> slow.stream().filter(RawPost::isAnswered).count() == 65);
			busy.get("/shop/1").assertDone();
			// Refused only where its body does not follow its head within a moment.
			await().untilAsserted(() -> assertThat(busy.loginAsSomebody()).isNotBlank());
			await().untilAsserted(() -> {
				try (Socket split = RawPost.open(busy, RawPost.head("/user/login", "Content-Length: 2"))) {
					// Long enough for the head to be read.
					busy.get("/shop/1").assertDone();
					RawPost.send(split, "{}");
					assertThat(RawPost.answer(split)).doesNotStartWith("HTTP/1.1 503");
				}
			});
			assertThat(slow).filteredOn(RawPost::isAnswered)
				.hasSize(65)
				.allSatisfy((socket) -> assertThat(RawPost.answer(socket)).startsWith("HTTP/1.1 503"));
			for (Socket socket : slow) {
				socket.close();
			}
			// The first may be refused still: a closed connection is noticed a moment
			// later.
			await().ignoreExceptions().untilAsserted(() -> {
				try (Socket next = RawPost.open(busy, RawPost.head("/user/login", "Content-Length: 2") + "{")) {
					await().during(Duration.ofMillis(100))
						.atMost(Duration.ofSeconds(1))
						.until(() -> !RawPost.isAnswered(next));
				}
			});
		}
	}

	@Test
	void requestsHaveVirtualThreadsWhereJavaHasThem() throws Exception {
		TomcatWebServer server = (TomcatWebServer) ((WebServerApplicationContext) guide.context()).getWebServer();
		Executor requests = server.getTomcat().getConnector().getProtocolHandler().getExecutor();
		CompletableFuture<Thread> thread = CompletableFuture.supplyAsync(Thread::currentThread, requests);
		// Java 17 has no Thread.isVirtual().
		boolean virtual = thread.get(30, TimeUnit.SECONDS).getClass().getName().equals("java.lang.VirtualThread");
		assertThat(virtual).isEqualTo(Runtime.version().feature() >= 21);
	}

	@Test
	void aBodyThatDripsIsGivenUp() {
		String token = guide.tokenOf(1);
		List<String> heads = List.of(RawPost.head("/user/login", "Content-Length: 10000"),
				RawPost.head("/user/login", "Transfer-Encoding: chunked"),
				RawPost.head("/nothing/here", "Content-Length: 10000"),
				RawPost.head("/upload/blog", "authorization: " + token, "Content-Length: 10000")
					.replace("application/json", "multipart/form-data; boundary=x"));
		assertThat(Concurrently.run(heads.stream().map(BodyTests::drip).toList()))
			.allSatisfy((answer) -> assertThat(answer).matches("(?s)HTTP/1.1 4(08|04) .*\"success\":false.*"));
	}

	/**
	 * Sends a byte of the body now and then until there is an answer, and returns that.
	 */
	private static Callable<String> drip(String head) {
		String drop = head.contains("chunked") ? "1\r\n \r\n" : " ";
		return () -> {
			try (Socket socket = RawPost.open(guide, head)) {
				await().pollInterval(Duration.ofMillis(100)).until(() -> {
					RawPost.send(socket, drop);
					return RawPost.isAnswered(socket);
				});
				return RawPost.answer(socket);
			}
		};
	}

	@Test
	void aBodyThatStopsIsGivenUp() throws Exception {
		try (Socket socket = RawPost.open(guide, RawPost.head("/user/login", "Content-Length: 10000") + "{")) {
			assertThat(RawPost.answer(socket)).startsWith("HTTP/1.1 408").contains("\"success\":false");
		}
	}

	@Test
	void largeJsonIsRefusedBeforeItIsParsed() throws Exception {
		Guide patient = Guide.shared();
		String fits = "{\"phone\":\"" + "1".repeat(LARGEST - 12) + "\"}";
		patient.post("/user/login", null, fits).assertRefused();
		patient.post("/user/login", null, fits + ' ').assertStatus(413);
		patient.post("/user/login", null, "x".repeat(10 * MEGABYTE)).assertStatus(413);
		patient.put("/shop", patient.tokenOf(1), "x".repeat(10 * MEGABYTE)).assertStatus(413);
		patient.put("/shop", null, "x".repeat(10 * MEGABYTE)).assertStatus(401);
		String chunk = Integer.toHexString(LARGEST) + "\r\n" + "1".repeat(LARGEST) + "\r\n";
		try (Socket socket = RawPost.open(patient,
				RawPost.head("/user/login", "Transfer-Encoding: chunked") + chunk + chunk)) {
			RawPost.send(socket, "0\r\n\r\n");
			assertThat(RawPost.answer(socket)).startsWith("HTTP/1.1 413").contains("\"success\":false");
		}
		String form = RawPost.head("/user/code", "Content-Length: " + 2 * LARGEST)
			.replace("application/json", "application/x-www-form-urlencoded");
		try (Socket socket = RawPost.open(patient, form + "phone=" + "1".repeat(2 * LARGEST - 6))) {
			assertThat(RawPost.answer(socket)).startsWith("HTTP/1.1 413").contains("\"success\":false");
		}
	}

}
