// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import io.github.rediscomponents.test.FreePorts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What can be said on the command line, and what cannot.
 */
class CommandLineTests {

	@Test
	void helpNamesTheScenariosAndTheExitCodes() {
		Drive help = Drive.of("--help");
		assertThat(help.exitCode()).isZero();
		assertThat(help.out()).contains("sale", "cold-key", "feed", "reads", "all", "an invariant is broken");
		Drive sale = Drive.of("sale", "--help");
		assertThat(sale.exitCode()).isZero();
		assertThat(sale.out()).contains("--buyers", "(1000)", "--instances");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "sell", "sale --buyers 0", "sale --buyers -1", "sale --stock many",
			"cold-key --readers 1000001", "feed --depth 901", "feed --posts 6", "reads --duration 20",
			"reads --duration 1h", "sale --readers 5" })
	void whatCannotBeMeantIsRefused(String line) {
		Drive drive = Drive.of(line.isEmpty() ? new String[0] : line.split(" "));
		assertThat(drive.exitCode()).isEqualTo(2);
		assertThat(drive.err()).isNotBlank().doesNotContain("\tat ");
	}

	@Test
	void anInstanceThatIsNotThereIsNamed() {
		String address = "http://localhost:" + FreePorts.next();
		Drive drive = Drive.of("sale", "--instances", address);
		assertThat(drive.exitCode()).isEqualTo(2);
		assertThat(drive.err()).startsWith("There is no city guide at " + address);
	}

	@Test
	void withoutInstancesTheApplicationHasToBeThere() {
		assertThat(Drive.of("sale").err()).startsWith("Name running instances with --instances");
		Drive drive = Drive.of("sale", "--application", "nowhere.jar");
		assertThat(drive.exitCode()).isEqualTo(2);
		assertThat(drive.err()).startsWith("There is no application to start at nowhere.jar");
	}

}
