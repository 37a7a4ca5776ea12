// SPDX-License-Identifier: Apache-2.0
/**
 * Typed broadcast: {@link io.github.rediscomponents.topic.Topic} delivers to the present
 * subscriptions.
 */
@NullMarked
package io.github.rediscomponents.topic;

import org.jspecify.annotations.NullMarked;
