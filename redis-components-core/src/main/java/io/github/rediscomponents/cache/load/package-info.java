// SPDX-License-Identifier: Apache-2.0
/**
 * Loads of single values and of many, under leases; what a load may take and leave: time,
 * places, failures, absences, the life of an entry. Internal.
 */
@NullMarked
package io.github.rediscomponents.cache.load;

import org.jspecify.annotations.NullMarked;
