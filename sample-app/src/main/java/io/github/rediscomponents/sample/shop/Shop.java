// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import org.jspecify.annotations.Nullable;

/**
 * A shop.
 *
 * @param id the shop's id
 * @param name its name
 * @param typeId its type
 * @param images paths of pictures, joined by commas; may be empty
 * @param area the quarter
 * @param address the address in the quarter
 * @param x longitude
 * @param y latitude
 * @param avgPrice average price of a visit, in yuan
 * @param sold number of sales
 * @param comments number of comments
 * @param score ten times the stars
 * @param openHours opening hours
 * @param distance metres from the place of the request, if it has one
 */
public record Shop(long id, String name, long typeId, String images, String area, String address, double x, double y,
		long avgPrice, int sold, int comments, int score, String openHours, @Nullable Double distance) {

	Shop at(double metres) {
		return new Shop(this.id, this.name, this.typeId, this.images, this.area, this.address, this.x, this.y,
				this.avgPrice, this.sold, this.comments, this.score, this.openHours, metres);
	}

}
