// SPDX-License-Identifier: Apache-2.0
/**
 * Token sessions and one-time codes as beans.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.session;

import org.jspecify.annotations.NullMarked;
