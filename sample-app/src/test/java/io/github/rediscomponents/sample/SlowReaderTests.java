// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

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

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Thousands of connections that are held open, and hundreds of clients that read their
 * answers slowly, at a process of its own.
 */
class SlowReaderTests {

	private static final int HELD = 4000;

	private static final int SLOW = 300;

	private static final int ASKED = 20;

	private static final Duration WITHIN = Duration.ofSeconds(1);

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	/** More than the buffers of a connection take. */
	private static final String LARGE = "/webjars/swagger-ui/swagger-ui-bundle.js";

	private final List<Socket> open = new ArrayList<>();

	@Test
	void theMedianAnswerTakesLessThanASecondBesideThousandsThatHoldAndHundredsThatReadSlowly() throws Exception {
		ScheduledExecutorService drops = Executors.newSingleThreadScheduledExecutor();
		try (GuideProcess guide = GuideProcess.start(new Guide.Settings())) {
			for (int i = 0; i < HELD; i++) {
				hold(guide);
			}
			List<Socket> slow = new ArrayList<>();
			for (int i = 0; i < SLOW; i++) {
				slow.add(connect(guide, LARGE, 4096));
			}
			await().atMost(PATIENCE).until(() -> slow.stream().allMatch((socket) -> available(socket) > 0));
			AtomicLong read = new AtomicLong();
			drops.scheduleWithFixedDelay(() -> slow.forEach((socket) -> read.addAndGet(drop(socket))), 0, 200,
					TimeUnit.MILLISECONDS);
			List<Duration> took = new ArrayList<>();
			// The first answers warm the page up, and a machine may stall.
			await().atMost(PATIENCE).until(() -> {
				took.add(ask(guide));
				return took.size() >= ASKED && median(latest(took)).compareTo(WITHIN) < 0;
			});
			List<Duration> latest = latest(took);
			System.out.printf(
					"%d connections held, %d slow readers with %d bytes read: the last %d of %d answers of / within %d ms, median %d ms%n",
					HELD, SLOW, read.get(), ASKED, took.size(),
					latest.stream().max(Duration::compareTo).orElseThrow().toMillis(), median(latest).toMillis());
			// They are still being answered: nothing was given up.
			assertThat(slow).noneMatch(SlowReaderTests::isEnded);
			assertThat(read.get()).isPositive();
		}
		finally {
			drops.shutdownNow();
			for (Socket socket : this.open) {
				socket.close();
			}
		}
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
		socket.getOutputStream()
			.write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
		return socket;
	}

	private static Duration ask(GuideProcess guide) throws IOException {
		long begin = System.nanoTime();
		try (Socket socket = new Socket("localhost", guide.base().getPort())) {
			socket.setSoTimeout((int) PATIENCE.toMillis());
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
