// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.guide;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.rediscomponents.sample.crowd.UnusableGuideException;

/**
 * An instance of the city guide in a process that the driver started.
 */
final class OwnInstance implements AutoCloseable {

	private static final Pattern READY = Pattern.compile("open (http://localhost:\\d+)/");

	private static final Duration START = Duration.ofMinutes(5);

	private static final Duration STOP = Duration.ofSeconds(30);

	private static final Duration PAUSE = Duration.ofMillis(50);

	private final Process process;

	private final Path log;

	private final Thread hook = new Thread(this::end, "load-end");

	private OwnInstance(Process process, Path log) {
		this.process = process;
		this.log = log;
		Runtime.getRuntime().addShutdownHook(this.hook);
	}

	/**
	 * Starts an instance and does not wait until it is ready.
	 * @param application what to start
	 * @param settings properties of the application
	 * @param log where its output goes
	 * @return the instance
	 */
	static OwnInstance start(Application application, List<String> settings, Path log) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.add("-Xmx1g");
		command.addAll(application.java());
		settings.forEach((setting) -> command.add("--" + setting));
		File file = log.toFile();
		try {
			Files.createDirectories(log.toAbsolutePath().getParent());
			return new OwnInstance(
					new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(Redirect.to(file)).start(),
					log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Waits until it is ready.
	 * @return where it is
	 * @throws UnusableGuideException if it ends instead, or takes longer than five
	 * minutes
	 */
	URI awaitReady() throws InterruptedException {
		long end = System.nanoTime() + START.toNanos();
		while (System.nanoTime() < end) {
			Matcher ready = READY.matcher(output());
			if (ready.find()) {
				return URI.create(ready.group(1));
			}
			if (this.process.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
				break;
			}
		}
		throw new UnusableGuideException("The application did not start, see " + this.log);
	}

	private String output() {
		try {
			return Files.readString(this.log);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() throws InterruptedException {
		this.process.destroy();
		if (!this.process.waitFor(STOP.toSeconds(), TimeUnit.SECONDS)) {
			this.process.destroyForcibly();
		}
		Runtime.getRuntime().removeShutdownHook(this.hook);
	}

	private void end() {
		this.process.destroyForcibly();
	}

}
