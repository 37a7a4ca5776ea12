// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The driver notices when promises are broken.
 */
class BrokenPromisesTests {

	@TempDir
	private Path folder;

	@Test
	void sellingMoreThanThereIsIsNoticed() {
		Drive drive = drive("sale", "--buyers", "10", "--stock", "4", "--attempts", "2");
		assertThat(drive.err()).isEmpty();
		assertThat(drive.findings()).contains(
				"BROKEN: as many orders are accepted as there are pieces or buyers (20 accepted, 4 expected, 0 in doubt)",
				"BROKEN: one order per user, with an id of its own (20 ids, 20 different, 10 users with several)",
				"BROKEN: the buyers own as many orders as were to be had (20 of 4)")
			.anyMatch((line) -> line.startsWith("BROKEN: no look found a negative stock (the lowest of "))
			.anyMatch((line) -> line.startsWith("held: every accepted order is placed within 500 ms (10 of 10"));
		assertThat(drive.exitCode()).isEqualTo(1);
	}

	@Test
	void forgottenChangesAndInventedShopsAreNoticed() {
		Drive drive = drive("cold-key", "--readers", "5", "--rounds", "3");
		assertThat(drive.findings()).contains("BROKEN: every reader gets the shop as it was changed last (5 of 15)",
				"BROKEN: nobody gets a shop that does not exist (0 of 30 refused)",
				"not checked: a cold shop costs one load (the instances do not show their meters)");
		assertThat(drive.exitCode()).isEqualTo(1);
	}

	@Test
	void aGuideWithNothingToReadCannotBeMeasured() {
		Drive drive = drive("reads", "--duration", "1s");
		assertThat(drive.err()).contains("There are no shops to read");
		assertThat(drive.exitCode()).isEqualTo(2);
	}

	private Drive drive(String... args) {
		try (FakeGuide guide = new FakeGuide(4)) {
			List<String> all = new ArrayList<>(List.of(args));
			all.addAll(List.of("--instances", guide.address(), "--output", this.folder.toString(), "--within", "500ms",
					"--quiet"));
			return Drive.of(all.toArray(String[]::new));
		}
	}

}
