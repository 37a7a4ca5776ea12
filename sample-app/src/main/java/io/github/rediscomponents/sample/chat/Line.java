// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

/**
 * A line of a chat.
 *
 * @param text plain text, not HTML
 */
record Line(String text) {
}
