// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

/**
 * A suggested shop.
 *
 * @param id the shop's id
 * @param name its name
 */
record ShopName(long id, String name) {
}
