// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.page;

import java.nio.file.Path;

import io.github.rediscomponents.fixture.BrowserStage;
import io.github.rediscomponents.sample.fixture.City;

/**
 * The {@link City} and the {@link Browser} of a visitor.
 */
final class CityStage extends BrowserStage<City, Browser> {

	CityStage() {
		super(City.class, Browser.class);
	}

	@Override
	protected City startApplication(Path folder) {
		return City.start(folder.resolve("uploads"));
	}

	@Override
	protected Browser startBrowser(City city, Path profile) {
		return new Browser(city.guide().base(), profile);
	}

	@Override
	protected void forget(City city, Browser browser) {
		browser.forget();
	}

	@Override
	protected void stop(City city) {
		city.guide().close();
	}

}
