// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.Optional;

/**
 * A property below {@code redis-components} that is set.
 *
 * @param property its name, such as {@code redis-components.lock.lease}
 * @param value the value in force, with placeholders resolved; secrets are masked
 * @param origin where the value comes from, such as a file with line and column, an
 * environment variable, or the name of the source; empty if that is unknown
 * @param customized whether a {@link SettingsCustomizer} changed settings of its section
 * @param pending the value of the environment if it is another one that was refused, or
 * that takes effect at the next start; secrets are masked
 * @since 1.0.0
 */
public record Setting(String property, String value, String origin, boolean customized, Optional<String> pending) {

}
