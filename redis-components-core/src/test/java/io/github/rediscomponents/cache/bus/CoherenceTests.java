// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.io.IOException;
import java.nio.file.Path;

import io.github.rediscomponents.cache.Invalidation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No process reads what was invalidated, whatever happens: {@link CoherenceRun}. Every
 * build runs each fault of a server and of Sentinel at least once.
 */
class CoherenceTests {

	private static final CoherenceProcesses PROCESSES = new CoherenceProcesses();

	@TempDir
	Path directory;

	@AfterAll
	static void endProcesses() {
		PROCESSES.close();
	}

	/** Of each process. */
	int writes() {
		return 500;
	}

	final void check(CoherenceGround ground, Invalidation... ways) throws IOException {
		CoherenceRun.check(PROCESSES, ground, this.directory.resolve("truth"), writes(), ways);
	}

	@Test
	void noProcessReadsWhatWasInvalidatedOnAServer() throws IOException {
		check(CoherenceGround.standalone(), Invalidation.PUBSUB);
	}

	@Test
	void noProcessReadsWhatWasInvalidatedUnderSentinel() throws IOException {
		check(CoherenceGround.sentinel(), Invalidation.PUBSUB);
	}

	@Test
	void noProcessOfAMixedFleetReadsWhatWasInvalidatedUnderSentinel() throws IOException {
		check(CoherenceGround.sentinel(), Invalidation.TRACKING, Invalidation.PUBSUB);
	}

}
