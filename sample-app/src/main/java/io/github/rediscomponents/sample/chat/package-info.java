// SPDX-License-Identifier: Apache-2.0
/**
 * Chats of users.
 */
@NullMarked
package io.github.rediscomponents.sample.chat;

import org.jspecify.annotations.NullMarked;
