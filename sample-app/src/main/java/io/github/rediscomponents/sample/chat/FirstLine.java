// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

/**
 * A line that a chat begins with.
 *
 * @param from id of the member who says it
 * @param text plain text, not HTML
 */
public record FirstLine(long from, String text) {
}
