// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings for sending login codes.
 *
 * @param mailFrom Sender of the mails with codes.
 */
@ConfigurationProperties("city-guide.login")
public record LoginProperties(@DefaultValue("city-guide@localhost") String mailFrom) {
}
