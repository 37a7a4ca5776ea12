// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an instance shares with the others: its address and its newest samples.
 *
 * @param address its base address
 * @param second whether it is the second instance of a demo
 * @param samples its newest samples, oldest first
 */
record Shared(String address, boolean second, List<Sent> samples) {

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
