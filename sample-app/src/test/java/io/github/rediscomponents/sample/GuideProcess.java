// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.test.ChildJvm;

/**
 * An instance of the application in a JVM of its own, which can be ended in good order or
 * killed, and a client that calls it.
 */
final class GuideProcess extends GuideClient implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofMinutes(2);

	private static final String READY = "City guide is ready: open http://localhost:";

	private final ChildJvm jvm;

	private GuideProcess(ChildJvm jvm) {
		super(port(jvm));
		this.jvm = jvm;
	}

	/**
	 * Starts an instance.
	 * @param settings where it runs; what is in the memory of this JVM is not there
	 * @return the instance, when it has said that it is ready
	 */
	static GuideProcess start(Guide.Settings settings) {
		return start(SampleApplication.class, settings.commandLine());
	}

	/**
	 * Starts an instance.
	 * @param main runs the application
	 * @param settings the arguments
	 * @return the instance, when it has said that it is ready
	 */
	static GuideProcess start(Class<?> main, List<String> settings) {
		List<String> arguments = new ArrayList<>(settings);
		arguments.add("--server.port=0");
		ChildJvm jvm = ChildJvm.start(main, arguments.toArray(String[]::new));
		try {
			return new GuideProcess(jvm);
		}
		catch (RuntimeException | Error ex) {
			jvm.close();
			throw ex;
		}
	}

	private static int port(ChildJvm jvm) {
		String line = jvm.awaitLine((one) -> one.startsWith(READY), PATIENCE);
		return Integer.parseInt(line.substring(READY.length(), line.length() - 1));
	}

	/** What it has written so far. */
	String output() {
		return this.jvm.output();
	}

	/**
	 * Ends it by SIGTERM.
	 * @param patience how long to wait
	 * @return how long it took
	 */
	Duration terminate(Duration patience) {
		long begin = System.nanoTime();
		ProcessHandle.of(this.jvm.pid()).ifPresent(ProcessHandle::destroy);
		this.jvm.waitFor(patience);
		return Duration.ofNanos(System.nanoTime() - begin);
	}

	/** Ends it by SIGKILL, and returns when it is gone. */
	void kill() {
		this.jvm.kill();
	}

	@Override
	public void close() {
		this.jvm.close();
	}

}
