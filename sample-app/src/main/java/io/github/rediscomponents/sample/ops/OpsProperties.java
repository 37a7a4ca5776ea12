// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the operations page.
 *
 * @param enabled whether samples are taken
 */
@ConfigurationProperties("city-guide.ops")
record OpsProperties(@DefaultValue("true") boolean enabled) {
}
