// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Another JVM with the class path of this one, for claims that span JVMs.
 *
 * <p>
 * It ends when this JVM ends, even after a kill. System properties that begin with
 * {@code redis-components.} are passed on. Its error output is part of its output.
 *
 * @since 1.0.0
 */
public final class ChildJvm implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private final Process process;

	private final PrintWriter input;

	private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

	private final Thread reader;

	private volatile @Nullable Process guard;

	private ChildJvm(Process process) {
		this.process = process;
		this.input = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
		this.reader = new Thread(this::read, "child-jvm-" + process.pid());
		this.reader.setDaemon(true);
		this.reader.start();
	}

	/**
	 * Starts a JVM.
	 * @param main the class with the {@code main(String[])} to run, of any visibility
	 * @param args the arguments
	 * @return the JVM, which may not have come to {@code main} yet
	 */
	public static ChildJvm start(Class<?> main, String... args) {
		return start(System.getProperty("java.class.path"), main, args);
	}

	/**
	 * Starts a JVM with another class path.
	 * @param classPath the class path, to which the class of this method is added
	 * @param main the class with the {@code main(String[])} to run, of any visibility
	 * @param args the arguments
	 * @return the JVM, which may not have come to {@code main} yet
	 * @since 1.0.0
	 */
	public static ChildJvm start(String classPath, Class<?> main, String... args) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		// Children are small and short-lived: quick to start matters more than quick to
		// run.
		command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Dfile.encoding=UTF-8"));
		// Apart from that of files since Java 18, and that of the locale by default.
		command.addAll(List.of("-Dstdout.encoding=UTF-8", "-Dstderr.encoding=UTF-8"));
		System.getProperties().stringPropertyNames().stream().sorted().forEach((name) -> {
			if (name.startsWith("redis-components.")) {
				command.add("-D" + name + "=" + System.getProperty(name));
			}
		});
		command.addAll(List.of("-cp", classPath + File.pathSeparator + ownLocation(), ChildJvmMain.class.getName(),
				main.getName()));
		command.addAll(List.of(args));
		try {
			return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Could not start another JVM", ex);
		}
	}

	private static Path ownLocation() {
		try {
			return Path.of(ChildJvm.class.getProtectionDomain().getCodeSource().getLocation().toURI());
		}
		catch (URISyntaxException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Returns the process id.
	 * @return the id
	 */
	public long pid() {
		return this.process.pid();
	}

	/**
	 * Returns whether the JVM exists.
	 * @return true until it has ended
	 */
	public boolean isRunning() {
		return this.process.isAlive();
	}

	/**
	 * Returns the output so far.
	 * @return a copy of the complete lines
	 */
	public List<String> lines() {
		return List.copyOf(this.lines);
	}

	/**
	 * Returns the output so far.
	 * @return the complete lines as one text
	 */
	public String output() {
		return String.join("\n", lines());
	}

	/**
	 * Waits for at most two minutes until it has written a certain line: a JVM may take
	 * long to start where many do. Lines written before the call count.
	 * @param line matches the line
	 * @return the first such line
	 * @throws AssertionError if there is none in time, or the JVM has ended without it;
	 * the message holds the output
	 */
	public String awaitLine(Predicate<String> line) {
		return awaitLine(line, PATIENCE);
	}

	/**
	 * Waits until it has written a certain line; lines written before the call count.
	 * @param line matches the line
	 * @param patience how long to wait
	 * @return the first such line
	 * @throws AssertionError if there is none in time, or the JVM has ended without it;
	 * the message holds the output
	 */
	public String awaitLine(Predicate<String> line, Duration patience) {
		Poll.until(patience, () -> lines().stream().anyMatch(line) || !this.reader.isAlive());
		Optional<String> found = lines().stream().filter(line).findFirst();
		return found.orElseThrow(() -> new AssertionError("No such line " + Poll.limit(patience) + " from child JVM "
				+ pid() + (isRunning() ? "" : ", which has ended") + ":\n" + output()));
	}

	/**
	 * Writes a line to its standard input. Lost without notice when the JVM has ended.
	 * @param line the line
	 */
	public void send(String line) {
		this.input.println(line);
	}

	/**
	 * Stops the JVM where it is (SIGSTOP), as a very long garbage collection would.
	 */
	public void pause() {
		// A stopped JVM cannot notice that its parent is gone: a shell does it in its
		// place.
		if (this.guard == null) {
			this.guard = Signals.killWhenThisJvmEnds(pid());
		}
		Signals.stop(pid());
	}

	/**
	 * Resumes a paused JVM (SIGCONT).
	 */
	public void resume() {
		Signals.resume(pid());
		dismissGuard();
	}

	/**
	 * Ends the JVM at once (SIGKILL), without shutdown hooks, and returns when it is gone
	 * and all its output is read.
	 */
	public void kill() {
		// By its handle: Process.destroyForcibly() closes the output, also what nobody
		// has read.
		this.process.toHandle().destroyForcibly();
		dismissGuard();
		if (!Uninterrupted.within(PATIENCE, this::ended)) {
			throw notEnded(PATIENCE);
		}
	}

	/**
	 * Waits until the JVM has ended and all its output is read.
	 * @param patience how long to wait
	 * @return its exit code, 137 after {@link #kill()}
	 * @throws AssertionError if it has not ended in time; the message holds the output
	 */
	public int waitFor(Duration patience) {
		try {
			if (!ended(patience)) {
				throw notEnded(patience);
			}
			return this.process.exitValue();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for child JVM " + pid(), ex);
		}
	}

	/**
	 * Does the same as {@link #kill()}.
	 */
	@Override
	public void close() {
		kill();
	}

	private boolean ended(Duration patience) throws InterruptedException {
		if (!this.process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
			return false;
		}
		this.reader.join(PATIENCE.toMillis());
		return true;
	}

	private AssertionError notEnded(Duration patience) {
		return new AssertionError(
				"Child JVM " + pid() + " has not ended within " + patience.toMillis() + " ms:\n" + output());
	}

	private void dismissGuard() {
		Process present = this.guard;
		if (present != null) {
			present.destroyForcibly();
			this.guard = null;
		}
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				this.lines.add(line);
			}
		}
		catch (IOException ex) {
			this.lines.add("(the rest could not be read: " + ex + ")");
		}
	}

}
