// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.time.Duration;

import io.github.rediscomponents.sample.load.scenario.Reads;
import picocli.CommandLine.Option;

/** What the scenario of reads needs to know. */
final class ReadsOptions {

	@Option(names = "--duration", defaultValue = "20s", paramLabel = "TIME",
			description = "How long is read, each time (${DEFAULT-VALUE}).")
	private Duration duration = Duration.ofSeconds(20);

	@Option(names = "--p99", defaultValue = "2s", paramLabel = "TIME",
			description = "What the 99th percentile has to stay under (${DEFAULT-VALUE}).")
	private Duration limit = Duration.ofSeconds(2);

	Reads scenario(Reads.Uncached uncached) {
		return new Reads(this.duration, this.limit, uncached);
	}

}
