// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Import;

import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;
import io.github.rediscomponents.autoconfigure.refresh.ConditionalOnSwitch;

/**
 * Auto-configuration of the views that the console shows, with or without the actuator.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class)
@ConditionalOnClass(name = ConsoleProperties.MODULE)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnSwitch(value = ConsoleProperties.PREFIX + ".enabled", matchIfMissing = false)
@Import(RoomViewConfiguration.class)
public final class ConsoleViewsAutoConfiguration {

}
