// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import io.github.rediscomponents.sample.load.scenario.Outcome;
import io.github.rediscomponents.sample.load.scenario.Reads;
import io.github.rediscomponents.sample.load.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Runs scenarios one after the other and reports what came of each.
 */
@Command(mixinStandardHelpOptions = true, sortOptions = false, showDefaultValues = false)
abstract class LoadCommand implements Callable<Integer> {

	@Mixin
	private TargetOptions options = new TargetOptions();

	@Spec
	@SuppressWarnings("NullAway.Init")
	private CommandSpec spec;

	abstract List<Scenario> scenarios(Reads.Uncached uncached);

	@Override
	public final Integer call() throws InterruptedException {
		Report report = new Report(this.spec.commandLine().getOut(), this.options.output);
		List<Outcome> outcomes = new ArrayList<>();
		try (Target target = Target.open(this.options)) {
			for (Scenario scenario : scenarios(target::uncached)) {
				Outcome outcome = scenario.run(target.stage());
				report.add(scenario.name(), outcome);
				outcomes.add(outcome);
			}
		}
		return outcomes.stream().anyMatch(Outcome::broken) ? LoadDriver.BROKEN : LoadDriver.HELD;
	}

}
