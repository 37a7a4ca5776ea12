// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.io.IOException;

import org.junit.jupiter.api.Test;

/**
 * The same with 100,000 writes in its full form, and on a cluster.
 */
class CoherenceCampaignTests extends CoherenceTests {

	@Override
	int writes() {
		return 2500 * Integer.getInteger("campaign.scale", 1);
	}

	@Test
	void noProcessReadsWhatWasInvalidatedOnACluster() throws IOException {
		CoherenceRun.check(CoherenceGround.cluster(), this.directory, writes(), Invalidation.PUBSUB);
	}

	@Test
	void noProcessOfAMixedFleetReadsWhatWasInvalidatedOnACluster() throws IOException {
		CoherenceRun.check(CoherenceGround.cluster(), this.directory, writes(), Invalidation.TRACKING,
				Invalidation.PUBSUB);
	}

}
