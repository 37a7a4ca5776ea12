// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No process reads what was invalidated, whatever happens: {@link CoherenceRun} with
 * 100,000 writes in its full form.
 */
class CoherenceCampaignTests {

	private static final int WRITES = 2500 * Integer.getInteger("campaign.scale", 1);

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
	void noProcessReadsWhatWasInvalidatedOnACluster() throws IOException {
		CoherenceRun.check(CoherenceGround.cluster(), this.directory, WRITES, Invalidation.PUBSUB);
	}

	@Test
	void noProcessOfAMixedFleetReadsWhatWasInvalidatedOnACluster() throws IOException {
		CoherenceRun.check(CoherenceGround.cluster(), this.directory, WRITES, Invalidation.TRACKING,
				Invalidation.PUBSUB);
	}

}
