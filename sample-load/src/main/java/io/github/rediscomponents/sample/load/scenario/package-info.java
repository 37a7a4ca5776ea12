// SPDX-License-Identifier: Apache-2.0
/**
 * What the driver does to the city guide, and what has to hold then.
 */
@NullMarked
package io.github.rediscomponents.sample.load.scenario;

import org.jspecify.annotations.NullMarked;
