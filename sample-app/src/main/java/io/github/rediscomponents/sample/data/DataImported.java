// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

/**
 * Published when the database was filled. Data of an earlier database in caches and Redis
 * is void.
 */
public record DataImported() {
}
