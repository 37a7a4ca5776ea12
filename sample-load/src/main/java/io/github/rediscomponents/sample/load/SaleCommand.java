// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.util.List;

import io.github.rediscomponents.sample.load.scenario.Reads;
import io.github.rediscomponents.sample.load.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A flash sale. */
@Command(name = "sale", description = "A flash sale with more buyers than stock.")
final class SaleCommand extends LoadCommand {

	@Mixin
	private SaleOptions what = new SaleOptions();

	@Override
	List<Scenario> scenarios(Reads.Uncached uncached) {
		return List.of(this.what.scenario());
	}

}
