// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

/**
 * A shop that was viewed often.
 *
 * @param id the shop's id
 * @param name its name
 * @param views how often it was viewed on the day
 */
record PopularShop(long id, String name, long views) {
}
