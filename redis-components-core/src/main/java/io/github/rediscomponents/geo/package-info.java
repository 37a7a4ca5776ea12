// SPDX-License-Identifier: Apache-2.0
/**
 * Places: {@link io.github.rediscomponents.geo.GeoIndex} finds members by distance, page
 * by page.
 */
@NullMarked
package io.github.rediscomponents.geo;

import org.jspecify.annotations.NullMarked;
