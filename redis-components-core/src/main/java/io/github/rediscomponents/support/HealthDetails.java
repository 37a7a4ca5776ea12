// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.Map;
import java.util.function.Supplier;

/**
 * The details that the health of an application shows of the components.
 *
 * @param read reads the details as they are now; no command is sent
 * @since 1.0.0
 */
public record HealthDetails(Supplier<Map<String, Object>> read) {
}
