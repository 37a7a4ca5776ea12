// SPDX-License-Identifier: Apache-2.0
/**
 * The servers below the port: how they are reached, their reported identity, and what
 * their failures mean. Internal.
 */
@NullMarked
package io.github.rediscomponents.support.server;

import org.jspecify.annotations.NullMarked;
