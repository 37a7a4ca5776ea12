// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.io.PrintWriter;
import java.time.Duration;

import io.github.rediscomponents.sample.crowd.UnusableGuideException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

/**
 * Puts the city guide under load and says whether what it promises holds.
 *
 * <p>
 * Ends with 0 when every invariant held, with 1 when one is broken, and with 2 when the
 * command line is wrong or a scenario could not be run.
 */
@Command(name = "load", description = "Puts the city guide under load and checks what it promises.",
		mixinStandardHelpOptions = true, sortOptions = false, synopsisSubcommandLabel = "COMMAND",
		subcommands = { SaleCommand.class, ColdKeyCommand.class, FeedCommand.class, ReadsCommand.class,
				AllCommand.class },
		exitCodeListHeading = "Exit codes:%n",
		exitCodeList = { "0:everything held", "1:an invariant is broken", "2:wrong usage, or it could not be run" })
public final class LoadDriver {

	static final int HELD = 0;

	static final int BROKEN = 1;

	static final int NOT_RUN = 2;

	private LoadDriver() {
	}

	/** Runs the driver and ends the process. */
	public static void main(String[] args) {
		System.exit(run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args));
	}

	/**
	 * Runs the driver.
	 * @param out where the results go
	 * @param err where it says what is wrong
	 * @param args the command line
	 * @return the exit code
	 */
	static int run(PrintWriter out, PrintWriter err, String... args) {
		return new CommandLine(new LoadDriver()).registerConverter(Duration.class, Durations::parse)
			.setOut(out)
			.setErr(err)
			.setExecutionExceptionHandler(LoadDriver::failed)
			.execute(args);
	}

	private static int failed(Exception failure, CommandLine command, ParseResult parsed) {
		if (failure instanceof UnusableGuideException) {
			command.getErr().println(failure.getMessage());
		}
		else {
			failure.printStackTrace(command.getErr());
		}
		return NOT_RUN;
	}

}
