// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Sends signals that {@link ProcessHandle} does not support.
 */
final class Signals {

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private Signals() {
	}

	/**
	 * Stops a process (SIGSTOP) and waits until the kernel has really stopped it.
	 * @param pid the process
	 */
	static void stop(long pid) {
		send("STOP", pid);
		awaitStopped(pid, true);
	}

	/**
	 * Resumes a stopped process (SIGCONT). Starts nothing for one that is known to run.
	 * @param pid the process
	 */
	static void resume(long pid) {
		if (Files.isReadable(stat(pid)) && isStopped(pid, false)) {
			return;
		}
		send("CONT", pid);
		awaitStopped(pid, false);
	}

	/**
	 * Starts a shell that ends a process (SIGKILL) once this JVM is gone.
	 * @param pid the process
	 * @return the shell, to be destroyed when it is no longer needed
	 */
	static Process killWhenThisJvmEnds(long pid) {
		String script = "trap '' INT QUIT HUP TERM; while read -r ignored; do :; done; kill -9 " + pid;
		try {
			return new ProcessBuilder("sh", "-c", script).start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void send(String signal, long pid) {
		try {
			Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + pid).redirectErrorStream(true)
				.start();
			String output = new String(kill.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			boolean sent = Uninterrupted.within(Duration.ofMinutes(1),
					(left) -> kill.waitFor(left.toMillis(), TimeUnit.MILLISECONDS) && kill.exitValue() == 0);
			if (!sent) {
				throw new IllegalStateException("Could not send SIG" + signal + " to " + pid + ": " + output);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void awaitStopped(long pid, boolean expected) {
		Uninterrupted.within(PATIENCE, (left) -> {
			boolean reached = Poll.until(left, () -> isStopped(pid, expected));
			if (!reached && Thread.interrupted()) {
				throw new InterruptedException();
			}
			return reached;
		});
	}

	private static Path stat(long pid) {
		return Path.of("/proc/" + pid + "/stat");
	}

	private static boolean isStopped(long pid, boolean expected) {
		Path stat = stat(pid);
		if (!Files.isReadable(stat)) {
			// No procfs (macOS), or the process is gone: nothing more to find out.
			return true;
		}
		try {
			String content = Files.readString(stat);
			char state = content.charAt(content.lastIndexOf(')') + 2);
			return (state == 'T' || state == 't') == expected;
		}
		catch (IOException ex) {
			return true;
		}
	}

}
