// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No process reads what was invalidated, whatever happens: {@link CoherenceRun}. Every
 * build runs each fault of a server and of Sentinel at least once.
 */
class CoherenceTests {

	@TempDir
	Path directory;

	/** Of each process. */
	int writes() {
		return 500;
	}

	@Test
	void noProcessReadsWhatWasInvalidatedOnAServer() throws IOException {
		CoherenceRun.check(CoherenceGround.standalone(), this.directory, writes(), Invalidation.PUBSUB);
	}

	@Test
	void noProcessReadsWhatWasInvalidatedUnderSentinel() throws IOException {
		CoherenceRun.check(CoherenceGround.sentinel(), this.directory, writes(), Invalidation.PUBSUB);
	}

	@Test
	void noProcessOfAMixedFleetReadsWhatWasInvalidatedUnderSentinel() throws IOException {
		CoherenceRun.check(CoherenceGround.sentinel(), this.directory, writes(), Invalidation.TRACKING,
				Invalidation.PUBSUB);
	}

}
