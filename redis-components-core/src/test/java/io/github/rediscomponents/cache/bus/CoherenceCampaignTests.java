// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.io.IOException;

import io.github.rediscomponents.cache.Invalidation;
import org.junit.jupiter.api.Test;

/**
 * The same with 100,000 writes in its full form, and on a cluster.
 */
class CoherenceCampaignTests extends CoherenceTests {

	@Override
	int writes() {
		int scale = Integer.getInteger("campaign.scale", 1);
		return (scale > 1) ? 2500 * scale : 1000;
	}

	@Test
	void noProcessReadsWhatWasInvalidatedOnACluster() throws IOException {
		check(CoherenceGround.cluster(), Invalidation.PUBSUB);
	}

	@Test
	void noProcessOfAMixedFleetReadsWhatWasInvalidatedOnACluster() throws IOException {
		check(CoherenceGround.cluster(), Invalidation.TRACKING, Invalidation.PUBSUB);
	}

}
