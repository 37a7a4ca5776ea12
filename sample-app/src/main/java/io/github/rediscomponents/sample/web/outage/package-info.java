// SPDX-License-Identifier: Apache-2.0
/**
 * Outages of Redis and the database: noticed, logged once, over soon.
 */
@NullMarked
package io.github.rediscomponents.sample.web.outage;

import org.jspecify.annotations.NullMarked;
