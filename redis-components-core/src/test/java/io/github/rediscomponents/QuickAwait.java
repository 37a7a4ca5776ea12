// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Makes Awaitility look every ten milliseconds, from the beginning. Its own hundred would
 * be the larger part of what most tests take. Its own ten seconds are too short for a
 * machine on which many other tests run.
 */
public final class QuickAwait implements BeforeAllCallback {

	@Override
	public void beforeAll(ExtensionContext context) {
		Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
		Awaitility.setDefaultPollDelay(Duration.ZERO);
		Awaitility.setDefaultPollInterval(Duration.ofMillis(10));
	}

}
