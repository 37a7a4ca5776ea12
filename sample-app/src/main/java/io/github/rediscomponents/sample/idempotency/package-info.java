// SPDX-License-Identifier: Apache-2.0
/**
 * Requests that create or change something, once however often they are sent.
 */
@NullMarked
package io.github.rediscomponents.sample.idempotency;

import org.jspecify.annotations.NullMarked;
