// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

/**
 * How often tests repeat what they do: {@code -Dcampaign.scale=N}, 1 in the short form
 * that every build runs.
 */
public final class CampaignScale {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private CampaignScale() {
	}

	/**
	 * Returns how often something is repeated that is N times as long at the scale N.
	 * @param brief repetitions in the short form
	 * @return repetitions at the present scale
	 */
	public static int times(int brief) {
		return brief * SCALE;
	}

	/**
	 * Returns how often something is repeated whose short form is cut further.
	 * @param brief repetitions in the short form
	 * @param unit repetitions for each step of a longer scale
	 * @return repetitions at the present scale
	 */
	public static int times(int brief, int unit) {
		return (SCALE > 1) ? unit * SCALE : brief;
	}

}
