// SPDX-License-Identifier: Apache-2.0
/**
 * How Redis is made to follow the database, whatever dies in between.
 */
@NullMarked
package io.github.rediscomponents.sample.upkeep;

import org.jspecify.annotations.NullMarked;
