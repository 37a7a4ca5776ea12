package io.github.rediscomponents.geo;

/**
 * A member that was found.
 *
 * @param member who or what
 * @param metres how far it was from the centre
 */
public record GeoHit(String member, double metres) {

}
