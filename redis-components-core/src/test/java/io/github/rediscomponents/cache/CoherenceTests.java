// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The part of {@link CoherenceCampaignTests} that every build runs: each fault of a
 * server and of Sentinel at least once.
 */
class CoherenceTests {

	private static final int WRITES = 500;

	@TempDir
	Path directory;

	@Test
	void noProcessReadsWhatWasInvalidatedOnAServer() throws IOException {
		CoherenceRun.check(CoherenceGround.standalone(), this.directory, WRITES, Invalidation.PUBSUB);
	}

	@Test
	void noProcessReadsWhatWasInvalidatedUnderSentinel() throws IOException {
		CoherenceRun.check(CoherenceGround.sentinel(), this.directory, WRITES, Invalidation.PUBSUB);
	}

	@Test
	void noProcessOfAMixedFleetReadsWhatWasInvalidatedUnderSentinel() throws IOException {
		CoherenceRun.check(CoherenceGround.sentinel(), this.directory, WRITES, Invalidation.TRACKING,
				Invalidation.PUBSUB);
	}

}
