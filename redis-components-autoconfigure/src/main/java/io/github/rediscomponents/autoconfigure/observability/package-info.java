// SPDX-License-Identifier: Apache-2.0
/**
 * Meters and actuator endpoint of the components.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.observability;

import org.jspecify.annotations.NullMarked;
