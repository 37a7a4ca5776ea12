// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.Set;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The users who may change shops, vouchers and sales.
 *
 * @param everybody Whether every user is a manager.
 * @param accounts Phone numbers and e-mail addresses of the managers, if not every user
 * is one.
 */
@ConfigurationProperties("city-guide.managers")
record ManagerProperties(boolean everybody, @DefaultValue Set<String> accounts) {
}
