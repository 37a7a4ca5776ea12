// SPDX-License-Identifier: Apache-2.0
/**
 * What every component shares with its users: the exceptions, and the observers of how
 * operations end.
 */
@NullMarked
package io.github.rediscomponents;

import org.jspecify.annotations.NullMarked;
