// SPDX-License-Identifier: Apache-2.0
/**
 * Resources that refuse a holder that has lost its lock without noticing: rows of a
 * database and values in Redis that store the largest fencing token they have seen.
 */
@NullMarked
package io.github.rediscomponents.lock.fencing;

import org.jspecify.annotations.NullMarked;
