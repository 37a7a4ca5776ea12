// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.util.List;

import io.github.rediscomponents.sample.load.scenario.Reads;
import io.github.rediscomponents.sample.load.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The feed. */
@Command(name = "feed", description = "An author with many followers publishes; they scroll.")
final class FeedCommand extends LoadCommand {

	@Mixin
	private FeedOptions what = new FeedOptions();

	@Override
	List<Scenario> scenarios(Reads.Uncached uncached) {
		return List.of(this.what.scenario());
	}

}
