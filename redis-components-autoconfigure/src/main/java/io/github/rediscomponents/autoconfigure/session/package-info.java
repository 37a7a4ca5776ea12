// SPDX-License-Identifier: Apache-2.0
/**
 * Auto-configuration of token sessions and one-time codes.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.session;

import org.jspecify.annotations.NullMarked;
