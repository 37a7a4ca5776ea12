// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.guide;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.rediscomponents.sample.crowd.UnusableGuideException;

/**
 * How the application is started: what follows {@code java}.
 *
 * @param java the class path or jar, and the main class
 */
public record Application(List<String> java) {

	/**
	 * The application as it is built.
	 * @param jar its jar
	 * @return how to start it
	 * @throws UnusableGuideException if there is no such file
	 */
	public static Application jar(Path jar) {
		if (!Files.isRegularFile(jar)) {
			throw new UnusableGuideException("There is no application to start at " + jar
					+ ": build it (mvn package), or name running instances with --instances");
		}
		return new Application(List.of("-jar", jar.toString()));
	}

}
