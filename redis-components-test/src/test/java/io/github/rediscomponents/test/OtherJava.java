// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A JVM with the class path of this one in surroundings of its own, which
 * {@link ChildJvm} does not have.
 */
final class OtherJava {

	private OtherJava() {
	}

	/**
	 * Prepares a JVM.
	 * @param options options of the JVM
	 * @param main the class to run
	 * @param args its arguments
	 * @return a builder whose process writes its errors to its output
	 */
	static ProcessBuilder command(List<String> options, Class<?> main, String... args) {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
		command.addAll(options);
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
		command.addAll(List.of(args));
		return new ProcessBuilder(command).redirectErrorStream(true);
	}

	/**
	 * Runs a JVM to its end.
	 * @return its output
	 */
	static String run(ProcessBuilder command) throws Exception {
		Process process = command.start();
		try {
			return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		}
		finally {
			process.destroyForcibly();
		}
	}

}
