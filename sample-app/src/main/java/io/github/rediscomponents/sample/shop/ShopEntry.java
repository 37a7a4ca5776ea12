// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

/**
 * As much of a shop as the index of names needs.
 *
 * @param id the shop's id
 * @param name its name
 * @param sold how often something was sold
 */
record ShopEntry(long id, String name, long sold) {
}
