// SPDX-License-Identifier: Apache-2.0
/**
 * Meters of the components, and the actuator endpoint that shows what they do.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.observability;

import org.jspecify.annotations.NullMarked;
