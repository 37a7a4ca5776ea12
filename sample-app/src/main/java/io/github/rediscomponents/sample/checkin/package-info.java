// SPDX-License-Identifier: Apache-2.0
/**
 * Signing in once a day.
 */
@NullMarked
package io.github.rediscomponents.sample.checkin;

import org.jspecify.annotations.NullMarked;
