// SPDX-License-Identifier: Apache-2.0
/**
 * Resources that refuse a holder who lost its lock without knowing: rows of a database
 * and values in Redis that remember the largest fencing token they have seen.
 */
@NullMarked
package io.github.rediscomponents.lock.fencing;

import org.jspecify.annotations.NullMarked;
