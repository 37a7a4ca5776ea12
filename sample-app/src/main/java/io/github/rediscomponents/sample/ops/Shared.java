// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an instance shares with the others: its address and its newest samples.
 *
 * @param address its base address
 * @param second whether it is the second instance of a demo
 * @param samples its newest samples, oldest first
 */
record Shared(String address, boolean second, List<Sent> samples) {

	/** What is longer is not of an instance. */
	private static final int MOST_TEXT = 200_000;

	private static final int MOST_NAME = 64;

	private static final int MOST_LINES = 500;

	private static final int MOST_LINE = 400;

	/**
	 * Reads what an instance has shared. It may be of another release.
	 * @param json reads JSON
	 * @param name name of the instance
	 * @param text its text
	 * @return what it has shared, empty if that is unusable
	 */
	static Optional<Shared> read(JsonMapper json, String name, String text) {
		if (name.length() > MOST_NAME || text.length() > MOST_TEXT) {
			return Optional.empty();
		}
		try {
			return Optional.ofNullable(json.readValue(text, Shared.class)).filter(Shared::isUsable);
		}
		catch (JacksonException | IllegalArgumentException ex) {
			return Optional.empty();
		}
	}

	/** Returns whether nothing is missing and nothing is too long. */
	private boolean isUsable() {
		URI uri = URI.create((this.address != null) ? this.address : "");
		return "http".equals(uri.getScheme()) && uri.getHost() != null && this.samples != null
				&& this.samples.stream().allMatch((sample) -> sample != null && sample.isUsable());
	}

	static Shared of(ThisInstance instance, List<Sample> samples) {
		return new Shared(instance.address(), instance.isSecond(), samples.stream().map(Sent::of).toList());
	}

	/**
	 * A sample.
	 *
	 * @param time milliseconds since 1970 by the clock of the instance
	 * @param values the numbers by plot and line, with a bar in between
	 */
	record Sent(long time, Map<String, Double> values) {

		static Sent of(Sample sample) {
			Map<String, Double> values = new LinkedHashMap<>();
			sample.values().forEach((line, value) -> values.put(line.plot() + '|' + line.name(), value));
			return new Sent(sample.time(), values);
		}

		private boolean isUsable() {
			return this.values != null && this.values.size() <= MOST_LINES
					&& this.values.keySet().stream().allMatch((key) -> key.length() <= MOST_LINE);
		}

		Sample at(long moment) {
			Map<Sample.Line, Double> lines = new LinkedHashMap<>();
			this.values.forEach((key, value) -> {
				int bar = key.indexOf('|');
				if (bar > 0 && value != null) {
					lines.put(new Sample.Line(key.substring(0, bar), key.substring(bar + 1)), value);
				}
			});
			return new Sample(moment, lines);
		}

	}

}
