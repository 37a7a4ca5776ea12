// SPDX-License-Identifier: Apache-2.0
/**
 * The command line of the load driver.
 */
@NullMarked
package io.github.rediscomponents.sample.load;

import org.jspecify.annotations.NullMarked;
