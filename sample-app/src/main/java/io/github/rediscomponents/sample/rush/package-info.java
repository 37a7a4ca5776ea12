// SPDX-License-Identifier: Apache-2.0
/**
 * A rush of buyers at the press of a button, and faults of Redis and of an instance, for
 * the demo. Exists in no other profile.
 */
@NullMarked
package io.github.rediscomponents.sample.rush;

import org.jspecify.annotations.NullMarked;
