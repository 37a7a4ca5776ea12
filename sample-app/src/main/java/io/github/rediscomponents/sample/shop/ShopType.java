// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

/**
 * A kind of shop.
 *
 * @param id the type's id
 * @param name its name
 * @param icon path of a picture
 * @param sort position in the list
 */
public record ShopType(long id, String name, String icon, int sort) {
}
