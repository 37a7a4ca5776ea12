// SPDX-License-Identifier: Apache-2.0
/**
 * What the rooms share: the port to Redis, scripts, key names, the server's clock, live
 * settings, background threads. Internal: public only so that the rooms and the
 * auto-configuration can reach it; it may change in any release.
 */
@NullMarked
package io.github.rediscomponents.support;

import org.jspecify.annotations.NullMarked;
