// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import io.github.rediscomponents.sample.load.scenario.FeedRush;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What the scenario of the feed needs to know. */
final class FeedOptions {

	@Option(names = "--followers", converter = Positive.class, defaultValue = "10000", paramLabel = "N",
			description = "How many follow the author (${DEFAULT-VALUE}).")
	private int followers;

	@Option(names = "--posts", converter = OnePage.class, defaultValue = "3", paramLabel = "N",
			description = "How many posts every follower is asked for, up to 5 (${DEFAULT-VALUE}).")
	private int posts;

	@Option(names = "--depth", converter = Depth.class, defaultValue = "40", paramLabel = "N",
			description = "How many posts are scrolled through, up to 900 (${DEFAULT-VALUE}).")
	private int depth;

	@Option(names = "--scrollers", converter = Positive.class, defaultValue = "100", paramLabel = "N",
			description = "How many of the followers scroll (${DEFAULT-VALUE}).")
	private int scrollers;

	FeedRush scenario() {
		return new FeedRush(this.followers, this.posts, this.depth, this.scrollers);
	}

	/** As many as are surely on the first page. */
	private static final class OnePage implements ITypeConverter<Integer> {

		@Override
		public Integer convert(String text) {
			return upTo(5, text);
		}

	}

	/** As many as are surely in an inbox, with those that are published meanwhile. */
	private static final class Depth implements ITypeConverter<Integer> {

		@Override
		public Integer convert(String text) {
			return upTo(900, text);
		}

	}

	private static Integer upTo(int most, String text) {
		Integer number = new Positive().convert(text);
		if (number > most) {
			throw new TypeConversionException("'" + text + "' is more than " + most);
		}
		return number;
	}

}
