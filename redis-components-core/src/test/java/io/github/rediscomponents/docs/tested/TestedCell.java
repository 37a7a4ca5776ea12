// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.tested;

import java.util.Locale;

/**
 * What was run on one combination of versions, and what came out.
 *
 * @param boot the version of Spring Boot
 * @param java the feature version of Java
 * @param server the product and the version of the server
 * @param part the tests
 * @param tests how many ran or were skipped
 * @param failures how many of them failed
 * @param skipped how many of them were skipped
 * @param day of the run, in UTC
 */
record TestedCell(String boot, int java, String server, Part part, int tests, int failures, int skipped, String day) {

	private static final String TAB = "\t";

	/** The tests of core by topology, and those of the auto-configuration. */
	enum Part {

		ONE_SERVER("one server"), CLUSTER("Cluster"), CLUSTER_FAILOVER("failover of a Cluster"),
		REPLICATION("a master with replicas"), SENTINEL("Sentinel"), AUTO_CONFIGURATION("auto-configuration");

		private final String title;

		Part(String title) {
			this.title = title;
		}

		String title() {
			return this.title;
		}

	}

	static TestedCell of(String line) {
		String[] fields = line.split(TAB);
		return new TestedCell(fields[0], Integer.parseInt(fields[1]), fields[2], Part.valueOf(fields[3]),
				Integer.parseInt(fields[4]), Integer.parseInt(fields[5]), Integer.parseInt(fields[6]), fields[7]);
	}

	String line() {
		return String.join(TAB, this.boot, String.valueOf(this.java), this.server, this.part.name(),
				String.valueOf(this.tests), String.valueOf(this.failures), String.valueOf(this.skipped), this.day);
	}

	/** How many passed, and how many did not. */
	String text() {
		String passed = String.format(Locale.ROOT, "%,d", this.tests - this.failures - this.skipped);
		String failed = (this.failures > 0) ? ", **" + this.failures + " failed**" : "";
		return passed + failed + ((this.skipped > 0) ? ", " + this.skipped + " skipped" : "");
	}

	boolean replaces(TestedCell other) {
		return this.boot.equals(other.boot) && this.java == other.java && this.server.equals(other.server)
				&& this.part == other.part;
	}

}
