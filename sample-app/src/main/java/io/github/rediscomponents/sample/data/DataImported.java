// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

/**
 * The database has just been filled: whatever was remembered of an earlier one is void.
 */
public record DataImported() {
}
