// SPDX-License-Identifier: Apache-2.0
/**
 * Buyers who rush at a flash sale of the city guide over HTTP, and what the sale has
 * promised them. Shared by the rush of the application and by its load driver.
 */
@NullMarked
package io.github.rediscomponents.sample.crowd;

import org.jspecify.annotations.NullMarked;
