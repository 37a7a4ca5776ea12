// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

/**
 * The data of a shop that the index of names needs.
 *
 * @param id the shop's id
 * @param name its name
 * @param sold number of sales
 */
record ShopEntry(long id, String name, long sold) {
}
