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
			throw new Refused("shop.incomplete");
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
		refuseIf(shop.name().isEmpty() || shop.name().length() > MAX_NAME || !ShopNames.fits(shop.name()),
				"text.length", "what.name", "128");
		refuseIf(shop.name().chars().anyMatch(Character::isISOControl) || !ShopNames.canBeFound(shop.name()),
				"text.unshown", "what.name");
		refuseIf(shop.images().length() > MAX_IMAGES, "shop.images");
		refuseIf(shop.area().length() > MAX_AREA, "text.most", "what.area", "128");
		refuseIf(shop.address().length() > MAX_ADDRESS, "text.most", "what.address", "255");
		refuseIf(shop.openHours().length() > MAX_OPEN_HOURS, "text.most", "what.open-hours", "64");
		refuseIf(!Texts.canBeShown(shop.images()), "picture.path");
		refuseIf(!Texts.canBeShown(shop.area()), "text.unshown", "what.area");
		refuseIf(!Texts.canBeShown(shop.address()), "text.unshown", "what.address");
		refuseIf(!Texts.canBeShown(shop.openHours()), "text.unshown", "what.open-hours");
		refuseIf(!Place.isValid(shop.x(), shop.y()), "shop.coordinates");
		refuseIf(shop.avgPrice() < 0 || shop.avgPrice() > MAX_PRICE, "shop.price");
		refuseIf(shop.sold() < 0 || shop.comments() < 0, "shop.counts");
		refuseIf(shop.score() < 0 || shop.score() > MAX_SCORE, "shop.score");
	}

	private static void refuseIf(boolean wrong, String key, String... arguments) {
		if (wrong) {
			throw new Refused(key, arguments);
		}
	}

	private static <T> T or(@Nullable T value, T old) {
		return (value != null) ? value : old;
	}

}
