// SPDX-License-Identifier: Apache-2.0
/**
 * The databases of the application.
 */
@NullMarked
package io.github.rediscomponents.sample.database;

import org.jspecify.annotations.NullMarked;
