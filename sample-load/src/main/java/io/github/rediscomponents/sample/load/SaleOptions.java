// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import io.github.rediscomponents.sample.load.scenario.Sale;
import picocli.CommandLine.Option;

/** What a sale needs to know. */
final class SaleOptions {

	@Option(names = "--buyers", converter = Positive.class, defaultValue = "1000", paramLabel = "N",
			description = "How many users buy (${DEFAULT-VALUE}).")
	private int buyers;

	@Option(names = "--stock", converter = Positive.class, defaultValue = "200", paramLabel = "N",
			description = "How many pieces there are (${DEFAULT-VALUE}).")
	private int stock;

	@Option(names = "--attempts", converter = Positive.class, defaultValue = "3", paramLabel = "N",
			description = "How often each tries (${DEFAULT-VALUE}).")
	private int attempts;

	Sale scenario() {
		return new Sale(this.buyers, this.stock, this.attempts);
	}

}
