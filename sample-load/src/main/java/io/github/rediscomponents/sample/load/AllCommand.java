// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.util.List;

import io.github.rediscomponents.sample.load.scenario.Reads;
import io.github.rediscomponents.sample.load.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Everything, one after the other. */
@Command(name = "all", description = "All of them, one after the other.")
final class AllCommand extends LoadCommand {

	@Mixin
	private SaleOptions sale = new SaleOptions();

	@Mixin
	private ColdKeyOptions coldKey = new ColdKeyOptions();

	@Mixin
	private FeedOptions feed = new FeedOptions();

	@Mixin
	private ReadsOptions reads = new ReadsOptions();

	@Override
	List<Scenario> scenarios(Reads.Uncached uncached) {
		return List.of(this.sale.scenario(), this.coldKey.scenario(), this.feed.scenario(),
				this.reads.scenario(uncached));
	}

}
