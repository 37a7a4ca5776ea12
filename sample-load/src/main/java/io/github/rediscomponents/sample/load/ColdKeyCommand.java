// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.util.List;

import io.github.rediscomponents.sample.load.scenario.Reads;
import io.github.rediscomponents.sample.load.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Readers of a cold key. */
@Command(name = "cold-key", description = "Many readers at the same moment of a shop that is not cached.")
final class ColdKeyCommand extends LoadCommand {

	@Mixin
	private ColdKeyOptions what = new ColdKeyOptions();

	@Override
	List<Scenario> scenarios(Reads.Uncached uncached) {
		return List.of(this.what.scenario());
	}

}
