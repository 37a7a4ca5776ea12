// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.util.List;

import io.github.rediscomponents.sample.load.scenario.Reads;
import io.github.rediscomponents.sample.load.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads. */
@Command(name = "reads", description = "Many clients that browse, with the cache and without.")
final class ReadsCommand extends LoadCommand {

	@Mixin
	private ReadsOptions what = new ReadsOptions();

	@Override
	List<Scenario> scenarios(Reads.Uncached uncached) {
		return List.of(this.what.scenario(uncached));
	}

}
