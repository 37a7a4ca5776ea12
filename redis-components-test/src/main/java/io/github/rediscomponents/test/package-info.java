// SPDX-License-Identifier: Apache-2.0
/**
 * Real redis-server processes for tests and for development: one server, a cluster, a
 * proxy that injects faults, further JVMs, and helpers for exact-number concurrency
 * tests.
 *
 * <p>
 * Start with {@link io.github.rediscomponents.test.RealRedis @RealRedis} or
 * {@link io.github.rediscomponents.test.SharedRedis}; a test that breaks its server on
 * purpose starts one of its own with {@link io.github.rediscomponents.test.RedisServer}.
 */
@NullMarked
package io.github.rediscomponents.test;

import org.jspecify.annotations.NullMarked;
