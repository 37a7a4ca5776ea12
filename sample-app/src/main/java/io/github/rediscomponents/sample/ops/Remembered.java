// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a blocking probe on another thread. A read returns the last result, if it is
 * recent.
 */
final class Remembered implements Probe {

	private static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(3);

	private final Probe asked;

	private volatile Found found = new Found(List.of(), System.nanoTime());

	Remembered(Probe asked) {
		this.asked = asked;
	}

	/** Runs the probe. May block. */
	void ask() {
		List<Number> numbers = new ArrayList<>();
		this.asked.read((plot, name, value) -> numbers.add(new Number(plot, name, value)));
		this.found = new Found(List.copyOf(numbers), System.nanoTime());
	}

	@Override
	public void read(Reading reading) {
		Found present = this.found;
		if (System.nanoTime() - present.at() < OLD_NANOS) {
			present.numbers().forEach((number) -> reading.put(number.plot(), number.name(), number.value()));
		}
	}

	private record Found(List<Number> numbers, long at) {
	}

	private record Number(String plot, String name, double value) {
	}

}
