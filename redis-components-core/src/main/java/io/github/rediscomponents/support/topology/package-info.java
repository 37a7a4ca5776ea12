// SPDX-License-Identifier: Apache-2.0
/**
 * The topology of a cluster: read from its nodes when it may have changed, and installed
 * in the connections of a port. Internal.
 */
@NullMarked
package io.github.rediscomponents.support.topology;

import org.jspecify.annotations.NullMarked;
