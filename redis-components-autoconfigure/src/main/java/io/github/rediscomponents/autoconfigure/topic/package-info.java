// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of the topics.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.topic;

import org.jspecify.annotations.NullMarked;
