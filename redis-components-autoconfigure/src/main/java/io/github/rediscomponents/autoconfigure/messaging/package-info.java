// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the chats and mailboxes.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.messaging;

import org.jspecify.annotations.NullMarked;
