// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * A run of the driver.
 *
 * @param exitCode what it ended with
 * @param out what it printed
 * @param err what it complained about
 */
record Drive(int exitCode, String out, String err) {

	static Drive of(String... args) {
		StringWriter out = new StringWriter();
		StringWriter err = new StringWriter();
		int exitCode = LoadDriver.run(new PrintWriter(out), new PrintWriter(err), args);
		return new Drive(exitCode, out.toString(), err.toString());
	}

	List<String> findings() {
		return this.out.lines()
			.filter((line) -> line.startsWith("held: ") || line.startsWith("BROKEN: ")
					|| line.startsWith("not checked: "))
			.toList();
	}

}
