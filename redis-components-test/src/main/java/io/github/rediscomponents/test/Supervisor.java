// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A server process under a small shell that ends it when this JVM is gone, also after
 * {@code kill -9}.
 */
final class Supervisor {

	private static final String SCRIPT = readScript();

	private final Process shell;

	private final ProcessHandle server;

	private final boolean serverSeen;

	private Supervisor(Process shell, long pid) {
		this.shell = shell;
		// A server that failed at once has been reaped already: the shell stands in.
		ProcessHandle handle = ProcessHandle.of(pid).orElse(null);
		this.serverSeen = handle != null;
		this.server = (handle != null) ? handle : shell.toHandle();
	}

	/**
	 * Starts a command.
	 * @param command the command and its arguments
	 * @param log where its output is appended
	 * @param temporaryDirectory directory to delete once this JVM is dead, null for none
	 * @return the running command
	 */
	static Supervisor start(List<String> command, Path log, @Nullable Path temporaryDirectory) {
		List<String> line = new ArrayList<>(List.of("sh", "-c", SCRIPT, "redis-server-supervisor", log.toString(),
				(temporaryDirectory != null) ? temporaryDirectory.toString() : ""));
		line.addAll(command);
		try {
			Process shell = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
				.start();
			BufferedReader reader = shell.inputReader(StandardCharsets.UTF_8);
			String pid = reader.readLine();
			if (pid == null) {
				throw new IOException("the supervising shell ended without a word");
			}
			return new Supervisor(shell, Long.parseLong(pid.trim()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not start " + command.get(0) + " under sh: " + ex.getMessage(), ex);
		}
	}

	long pid() {
		return this.server.pid();
	}

	boolean isAlive() {
		return this.shell.isAlive() && this.serverSeen && this.server.isAlive();
	}

	/**
	 * Returns the exit status of the server.
	 * @return the status, or {@code null} while it runs
	 */
	@Nullable Integer exitStatus() {
		return this.shell.isAlive() ? null : this.shell.exitValue();
	}

	/**
	 * Ends the server (SIGTERM), by SIGKILL if it does not end in time.
	 * @param patience maximum time of the orderly end
	 */
	void terminate(Duration patience) {
		if (this.serverSeen) {
			this.server.destroy();
		}
		if (!ended(patience)) {
			kill();
		}
	}

	/**
	 * Ends the server at once (SIGKILL) and waits until it is gone.
	 */
	void kill() {
		if (this.serverSeen) {
			this.server.destroyForcibly();
		}
		if (!ended(Duration.ofMinutes(1))) {
			throw new IllegalStateException("Process " + pid() + " survived SIGKILL");
		}
	}

	private boolean ended(Duration patience) {
		boolean ended = Uninterrupted.within(patience,
				(left) -> this.shell.waitFor(left.toMillis(), TimeUnit.MILLISECONDS));
		if (ended) {
			try {
				this.shell.getOutputStream().close();
			}
			catch (IOException ex) {
				// The shell is gone and reads no more.
			}
		}
		return ended;
	}

	private static String readScript() {
		try (InputStream script = Supervisor.class.getResourceAsStream("supervise.sh")) {
			if (script == null) {
				throw new IllegalStateException("supervise.sh is missing from the jar of redis-components-test");
			}
			return new String(script.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
