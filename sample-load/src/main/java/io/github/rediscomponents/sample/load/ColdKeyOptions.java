// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import io.github.rediscomponents.sample.load.scenario.ColdKey;
import picocli.CommandLine.Option;

/** What readers of a cold key need to know. */
final class ColdKeyOptions {

	@Option(names = "--readers", converter = Positive.class, defaultValue = "500", paramLabel = "N",
			description = "How many read at the same moment (${DEFAULT-VALUE}).")
	private int readers;

	@Option(names = "--rounds", converter = Positive.class, defaultValue = "5", paramLabel = "N",
			description = "How often (${DEFAULT-VALUE}).")
	private int rounds;

	ColdKey scenario() {
		return new ColdKey(this.readers, this.rounds);
	}

}
