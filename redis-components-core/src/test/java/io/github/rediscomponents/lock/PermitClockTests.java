// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.PermitInfo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A process whose clock is a day off holds permits like every other one: the server's
 * clock is what counts. Where {@code faketime} is installed.
 */
@EnabledIf("hasFaketime")
class PermitClockTests extends QueueFaultFixture {

	private static final Duration LEASE = Duration.ofSeconds(10);

	private static final Path FAKETIME = Path.of("/usr/bin/faketime");

	static boolean hasFaketime() {
		return Files.isExecutable(FAKETIME);
	}

	/** Holds four of five permits with a lease that a slow machine renews in time. */
	private Process shifted(String shift) throws IOException {
		ProcessBuilder builder = new ProcessBuilder(FAKETIME.toString(), "-f", shift,
				Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m",
				"-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), QueueChild.class.getName(),
				"permits", this.server.uri(), this.name, String.valueOf(LEASE.toSeconds()))
			.redirectErrorStream(true);
		// A clock that is set leaves the time since the boot alone, by which threads
		// wait.
		builder.environment().put("FAKETIME_DONT_FAKE_MONOTONIC", "1");
		builder.environment().put("DONT_FAKE_MONOTONIC", "1");
		Process process = builder.start();
		this.opened.add(0, () -> {
			process.descendants().forEach(ProcessHandle::destroyForcibly);
			process.destroyForcibly().waitFor();
		});
		return process;
	}

	/** Returns how far its clock is off. */
	private static Duration awaitHeld(Process process) throws IOException {
		BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
		Duration off = Duration.ZERO;
		String line;
		do {
			line = lines.readLine();
			assertThat(line).isNotNull();
			if (line.startsWith("clock ")) {
				off = Duration.ofMillis(Long.parseLong(line.substring(6)) - System.currentTimeMillis());
			}
		}
		while (!line.equals("held"));
		return off;
	}

	@ParameterizedTest
	@ValueSource(strings = { "-1d", "+1d" })
	void aProcessWhoseClockIsADayOffKeepsItsPermitsAndNoLonger(String shift) throws Exception {
		NamedSemaphore semaphore = semaphore(5);
		Process process = shifted(shift);
		assertThat(awaitHeld(process).abs()).isBetween(Duration.ofHours(23), Duration.ofHours(25));
		assertThat(semaphore.available()).isOne();
		// Longer than its lease, which it therefore has renewed.
		await().atMost(PATIENCE).untilAsserted(() -> {
			List<PermitInfo> holders = semaphore.holders();
			assertThat(holders).hasSize(1);
			assertThat(holders.get(0).age()).isBetween(LEASE.plusSeconds(2), Duration.ofMinutes(2));
			assertThat(holders.get(0).remaining()).isBetween(Duration.ofMillis(1), LEASE);
		});
		assertThat(semaphore.tryAcquire(2, Duration.ZERO)).isEmpty();
		process.descendants().forEach(ProcessHandle::destroyForcibly);
		process.destroyForcibly().waitFor();
		assertThat(semaphore.tryAcquire(5, LEASE.multipliedBy(3))).isPresent();
	}

}
