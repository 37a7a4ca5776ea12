// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the geo index.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.geo;

import org.jspecify.annotations.NullMarked;
