// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What is put under load, and by how many at once.
 */
final class TargetOptions {

	@Option(names = "--instances", split = ",", paramLabel = "URL",
			description = "Running instances, such as http://localhost:8081,http://localhost:8082, called in turn. "
					+ "They must share Redis and database, and show login codes (the demo). Without it the driver "
					+ "starts its own.")
	List<URI> instances = List.of();

	@Option(names = "--uncached", split = ",", paramLabel = "URL",
			description = "For reads: running instances whose cache keeps nothing, for comparison.")
	List<URI> uncached = List.of();

	@Option(names = "--own", converter = Positive.class, defaultValue = "2", paramLabel = "N",
			description = "How many instances the driver starts without --instances (${DEFAULT-VALUE}).")
	int own;

	@Option(names = "--application", paramLabel = "JAR", defaultValue = "${sys:sample-load.application}",
			description = "The jar of the application that it starts.")
	@Nullable Path application;

	@Option(names = "--clients", converter = Positive.class, defaultValue = "200", paramLabel = "N",
			description = "How many requests may be under way at once (${DEFAULT-VALUE}).")
	int clients;

	@Option(names = "--within", defaultValue = "30s", paramLabel = "TIME",
			description = "How long after an answer what it promised may take (${DEFAULT-VALUE}).")
	Duration within = Duration.ofSeconds(30);

	@Option(names = "--output", paramLabel = "FOLDER", defaultValue = "target/load",
			description = "Where pictures, results and the logs of own instances go (${DEFAULT-VALUE}).")
	Path output = Path.of("target/load");

	@Option(names = "--quiet", description = "No progress bars.")
	boolean quiet;

}
