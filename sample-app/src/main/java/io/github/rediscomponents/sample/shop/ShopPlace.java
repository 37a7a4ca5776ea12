// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

/**
 * The data of a shop that the index of places needs.
 *
 * @param id the shop's id
 * @param typeId its type
 * @param x longitude
 * @param y latitude
 */
record ShopPlace(long id, long typeId, double x, double y) {

	Place place() {
		return new Place(this.x, this.y);
	}

}
