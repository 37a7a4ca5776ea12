// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.rqueue;

/**
 * A mail.
 *
 * @param to the address
 */
public record Mail(String to) {
}
