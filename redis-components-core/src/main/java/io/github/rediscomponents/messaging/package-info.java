// SPDX-License-Identifier: Apache-2.0
/**
 * Messages that are kept until their receivers have fetched and acknowledged them:
 * {@link io.github.rediscomponents.messaging.GroupChat} for chats of many members,
 * {@link io.github.rediscomponents.messaging.Mailbox} for the inbox of one receiver.
 */
@NullMarked
package io.github.rediscomponents.messaging;

import org.jspecify.annotations.NullMarked;
