// SPDX-License-Identifier: Apache-2.0
/**
 * The OpenAPI description of the endpoints, and its page.
 */
@NullMarked
package io.github.rediscomponents.sample.openapi;

import org.jspecify.annotations.NullMarked;
