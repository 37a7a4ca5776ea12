/**
 * Places: {@link io.github.rediscomponents.geo.GeoIndex} finds what is near, page by
 * page.
 */
@NullMarked
package io.github.rediscomponents.geo;

import org.jspecify.annotations.NullMarked;
