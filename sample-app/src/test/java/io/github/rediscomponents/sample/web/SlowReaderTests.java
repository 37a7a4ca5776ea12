// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.GuideProcess;
import io.github.rediscomponents.sample.fixture.RawPost;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Thousands of connections that are held open, hundreds of clients that read their
 * answers slowly, and large bodies, at a process of its own.
 */
class SlowReaderTests {

	private static final int HELD = 4000;

	private static final int SLOW = 300;

	private static final int ASKED = 20;

	private static final Duration WITHIN = Duration.ofSeconds(1);

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	/** Some kernels take megabytes into the buffers of a connection. */
	private static final int PIPELINED = 16;

	private static final int MEGABYTE = 1024 * 1024;

	private static final String LARGE = "/webjars/swagger-ui/swagger-ui-bundle.js";

	/** With the settings that the application has, and a quarter of a gigabyte. */
	private static GuideProcess small;

	private final List<Socket> open = new ArrayList<>();

	private final List<Socket> slow = new ArrayList<>();

	private final AtomicLong read = new AtomicLong();

	private final ScheduledExecutorService drops = Executors.newSingleThreadScheduledExecutor();

	@BeforeAll
	static void start() {
		small = GuideProcess.start(new Guide.Settings());
	}

	@AfterAll
	static void stop() {
		small.close();
	}

	@AfterEach
	void end() throws IOException {
		this.drops.shutdownNow();
		for (Socket socket : this.open) {
			socket.close();
		}
	}

	@Test
	void theMedianAnswerTakesLessThanASecondBesideThousandsThatHoldAndHundredsThatReadSlowly() throws Exception {
		GuideProcess guide = small;
		for (int i = 0; i < HELD; i++) {
			hold(guide);
		}
		for (int i = 0; i < SLOW; i++) {
			this.slow.add(connect(guide, LARGE, 4096));
		}
		await().atMost(PATIENCE).until(() -> this.slow.stream().allMatch((socket) -> available(socket) > 0));
		readSlowly();
		List<Duration> took = new ArrayList<>();
		// The first answers warm the page up, and a machine may stall.
		await().atMost(PATIENCE).until(() -> {
			took.add(ask(guide, PATIENCE));
			return took.size() >= ASKED && median(latest(took)).compareTo(WITHIN) < 0;
		});
		List<Duration> latest = latest(took);
		System.out.printf(
				"%d connections held, %d slow readers with %d bytes read: the last %d of %d answers of / within %d ms, median %d ms%n",
				HELD, SLOW, this.read.get(), ASKED, took.size(),
				latest.stream().max(Duration::compareTo).orElseThrow().toMillis(), median(latest).toMillis());
		// They are still being answered: nothing was given up.
		assertThat(this.slow).noneMatch(SlowReaderTests::isEnded);
		assertThat(this.read.get()).isPositive();
	}

	@Test
	void twelveBodiesOfNinetyMegabytesNeedNoMemory() {
		List<String> answers = Concurrently.run(12, () -> {
			try (Socket socket = RawPost.open(small,
					RawPost.head("/user/login", "Content-Length: " + 90L * MEGABYTE) + "{\"phone\":\"")) {
				byte[] part = "1".repeat(MEGABYTE).getBytes(StandardCharsets.US_ASCII);
				try {
					for (int i = 0; i < 90; i++) {
						socket.getOutputStream().write(part);
					}
				}
				catch (IOException ex) {
					// The server need not read all of it.
				}
				return RawPost.isAnswered(socket) ? RawPost.answer(socket) : "";
			}
		});
		assertThat(answers).filteredOn((answer) -> !answer.isEmpty())
			.allSatisfy((answer) -> assertThat(answer).startsWith("HTTP/1.1 413"));
		small.get("/shop/1").assertDone();
		assertThat(small.output()).doesNotContain("OutOfMemoryError");
	}

	/**
	 * What the settings of this application are for: before Java 21 each occupies one.
	 */
	@Test
	void withTheThreadsThatTomcatHasByDefaultNobodyElseIsAnswered() throws Exception {
		Guide.Settings settings = new Guide.Settings().with("server.tomcat.threads.max", "200")
			.with("spring.threads.virtual.enabled", "false");
		try (GuideProcess guide = GuideProcess.start(settings)) {
			ask(guide, PATIENCE);
			for (int i = 0; i < SLOW; i++) {
				this.slow.add(connect(guide, LARGE, 4096));
			}
			await().atMost(PATIENCE)
				.during(Duration.ofSeconds(2))
				.until(() -> this.slow.stream().filter((socket) -> available(socket) > 0).count() == 200);
			readSlowly();
			for (int i = 0; i < 3; i++) {
				assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> ask(guide, WITHIN));
			}
			assertThat(this.slow.stream().filter((socket) -> available(socket) > 0)).hasSize(200);
		}
	}

	private void readSlowly() {
		this.drops.scheduleWithFixedDelay(() -> this.slow.forEach((socket) -> this.read.addAndGet(drop(socket))), 0,
				200, TimeUnit.MILLISECONDS);
	}

	/** A client that has read its answer and keeps the connection. */
	private void hold(GuideProcess guide) throws IOException {
		Socket socket = connect(guide, "/imgs/logo.svg", 0);
		InputStream in = socket.getInputStream();
		assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200");
		assertThat(in.skip(in.available())).isNotNegative();
	}

	private Socket connect(GuideProcess guide, String path, int receive) throws IOException {
		Socket socket = new Socket();
		this.open.add(socket);
		if (receive > 0) {
			socket.setReceiveBufferSize(receive);
		}
		socket.setSoTimeout((int) PATIENCE.toMillis());
		socket.connect(new InetSocketAddress("localhost", guide.base().getPort()), (int) PATIENCE.toMillis());
		String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
		socket.getOutputStream()
			.write(request.repeat((receive > 0) ? PIPELINED : 1).getBytes(StandardCharsets.US_ASCII));
		return socket;
	}

	private static Duration ask(GuideProcess guide, Duration patience) throws IOException {
		long begin = System.nanoTime();
		try (Socket socket = new Socket("localhost", guide.base().getPort())) {
			socket.setSoTimeout((int) patience.toMillis());
			socket.getOutputStream()
				.write("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
					.getBytes(StandardCharsets.US_ASCII));
			String page = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			assertThat(page).startsWith("HTTP/1.1 200").contains("<title>City guide");
		}
		return Duration.ofNanos(System.nanoTime() - begin);
	}

	private static int available(Socket socket) {
		try {
			return socket.getInputStream().available();
		}
		catch (IOException ex) {
			return 0;
		}
	}

	/** Reads some bytes, and returns how many. */
	private static int drop(Socket socket) {
		try {
			return socket.getInputStream().readNBytes(Math.min(64, available(socket))).length;
		}
		catch (IOException ex) {
			return 0;
		}
	}

	/** Whether the answer is over, whole or not. */
	private static boolean isEnded(Socket socket) {
		try {
			socket.setSoTimeout(1);
			return available(socket) == 0 && socket.getInputStream().read() < 0;
		}
		catch (SocketTimeoutException ex) {
			return false;
		}
		catch (IOException ex) {
			return true;
		}
	}

	private static List<Duration> latest(List<Duration> took) {
		return took.subList(took.size() - ASKED, took.size());
	}

	private static Duration median(List<Duration> took) {
		return took.stream().sorted().toList().get(took.size() / 2);
	}

}
