// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.cache.bus.Frames.Frame;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.support.FailureLog;

/**
 * Tells a cache what a message says. A malformed message is ignored.
 */
final class Delivery {

	private static final Logger logger = LoggerFactory.getLogger(Delivery.class);

	private Delivery() {
	}

	static void deliver(Frame frame, Recipient cache) {
		switch (frame.kind()) {
			case Frames.LOADED -> cache.loaded(frame.rest());
			case Frames.VOIDED, Frames.NUMBERED_VOIDED -> cache.voided(frame.rest());
			case Frames.CLEARED, Frames.NUMBERED_CLEARED -> cleared(cache, frame.rest());
			case Frames.TAGS -> untagged(cache, frame.rest());
			default -> logger.debug("A message of an unknown kind was ignored");
		}
	}

	private static void cleared(Recipient cache, String generation) {
		try {
			cache.cleared(Long.parseLong(generation));
		}
		catch (NumberFormatException ex) {
			FailureLog.debug(logger, ex, "A malformed message was ignored");
		}
	}

	private static void untagged(Recipient cache, String tags) {
		try {
			int comma = tags.indexOf(',');
			cache.untagged(TagIds.parse(tags.substring(0, comma)), Long.parseLong(tags.substring(comma + 1)));
		}
		catch (IndexOutOfBoundsException | NumberFormatException ex) {
			FailureLog.debug(logger, ex, "A malformed message was ignored");
		}
	}

}
