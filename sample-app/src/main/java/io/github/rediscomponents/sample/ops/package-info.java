// SPDX-License-Identifier: Apache-2.0
/**
 * What the operations page shows: numbers of the last minutes, second by second.
 */
@NullMarked
package io.github.rediscomponents.sample.ops;

import org.jspecify.annotations.NullMarked;
