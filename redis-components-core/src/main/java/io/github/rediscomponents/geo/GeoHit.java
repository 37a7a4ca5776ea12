// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.geo;

/**
 * A member that was found.
 *
 * @param member the member
 * @param metres how far it was from the centre
 * @since 1.0.0
 */
public record GeoHit(String member, double metres) {

}
