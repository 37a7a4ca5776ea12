// SPDX-License-Identifier: Apache-2.0
/**
 * Limits the rate of HTTP requests.
 */
@NullMarked
package io.github.rediscomponents.autoconfigure.http;

import org.jspecify.annotations.NullMarked;
