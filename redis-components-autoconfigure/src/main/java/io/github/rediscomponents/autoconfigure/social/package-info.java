// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of follow graphs and feeds.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.social;

import org.jspecify.annotations.NullMarked;
