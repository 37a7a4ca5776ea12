/**
 * Messages that are fetched by those who want them and kept until they acknowledge:
 * {@link io.github.rediscomponents.messaging.GroupChat} for chats of many members,
 * {@link io.github.rediscomponents.messaging.Mailbox} for the inbox of one receiver.
 */
@NullMarked
package io.github.rediscomponents.messaging;

import org.jspecify.annotations.NullMarked;
