// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.Texts;
import org.jspecify.annotations.Nullable;

/**
 * A shop as a client sends it: all fields of a new shop, the changed fields of an
 * existing one.
 */
record ShopChange(@Nullable Long id, @Nullable String name, @Nullable Long typeId, @Nullable String images,
		@Nullable String area, @Nullable String address, @Nullable Double x, @Nullable Double y,
		@Nullable Long avgPrice, @Nullable Integer sold, @Nullable Integer comments, @Nullable Integer score,
		@Nullable String openHours) {

	private static final int MAX_NAME = 128;

	private static final int MAX_IMAGES = 1024;

	private static final int MAX_AREA = 128;

	private static final int MAX_ADDRESS = 255;

	private static final int MAX_OPEN_HOURS = 64;

	private static final int MAX_SCORE = 50;

	private static final long MAX_PRICE = 1_000_000;

	/**
	 * Returns the new shop. The database assigns its id.
	 */
	Shop create() {
		if (this.name == null || this.typeId == null || this.x == null || this.y == null) {
			throw new Refused("A shop needs a name, a typeId and coordinates x, y.");
		}
		return applyTo(new Shop(0, this.name, this.typeId, "", "", "", this.x, this.y, 0, 0, 0, 0, "", null));
	}

	/**
	 * Returns a shop with the present fields replaced.
	 */
	Shop applyTo(Shop old) {
		Shop shop = new Shop(old.id(), or(this.name, old.name()).strip(), or(this.typeId, old.typeId()),
				or(this.images, old.images()), or(this.area, old.area()), or(this.address, old.address()),
				or(this.x, old.x()), or(this.y, old.y()), or(this.avgPrice, old.avgPrice()), or(this.sold, old.sold()),
				or(this.comments, old.comments()), or(this.score, old.score()), or(this.openHours, old.openHours()),
				null);
		check(shop);
		return shop;
	}

	private static void check(Shop shop) {
		refuseIf(shop.name().isEmpty() || shop.name().length() > MAX_NAME, "The name needs 1 to 128 characters.");
		refuseIf(shop.name().chars().anyMatch(Character::isISOControl) || !Texts.canBeShown(shop.name()),
				"The name has characters that cannot be shown.");
		refuseIf(shop.images().length() > MAX_IMAGES, "The images may have 1024 characters together.");
		refuseIf(shop.area().length() > MAX_AREA, "The area may have 128 characters.");
		refuseIf(shop.address().length() > MAX_ADDRESS, "The address may have 255 characters.");
		refuseIf(shop.openHours().length() > MAX_OPEN_HOURS, "The opening hours may have 64 characters.");
		refuseIf(!Place.isValid(shop.x(), shop.y()), "x has to be within 180 and y within 85.05 degrees.");
		refuseIf(shop.avgPrice() < 0 || shop.avgPrice() > MAX_PRICE, "The price has to be 0 to 1,000,000 yuan.");
		refuseIf(shop.sold() < 0 || shop.comments() < 0, "Counts cannot be negative.");
		refuseIf(shop.score() < 0 || shop.score() > MAX_SCORE, "The score has to be 0 to 50.");
	}

	private static void refuseIf(boolean wrong, String sentence) {
		if (wrong) {
			throw new Refused(sentence);
		}
	}

	private static <T> T or(@Nullable T value, T old) {
		return (value != null) ? value : old;
	}

}
