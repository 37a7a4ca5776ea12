// SPDX-License-Identifier: Apache-2.0
/**
 * Accounts, login by code, login tokens.
 */
@NullMarked
package io.github.rediscomponents.sample.user;

import org.jspecify.annotations.NullMarked;
