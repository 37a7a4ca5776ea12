// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import org.jspecify.annotations.Nullable;

/**
 * A line of a chat.
 *
 * @param text plain text, not HTML
 * @param id its id in the database; null from an earlier release
 */
record Line(String text, @Nullable Long id) {
}
