// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A probe that may have to wait, asked on another thread: reading it gives what it found
 * last, if that is not old.
 */
final class Remembered implements Probe {

	private static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(3);

	private final Probe asked;

	private volatile Found found = new Found(List.of(), System.nanoTime());

	Remembered(Probe asked) {
		this.asked = asked;
	}

	/** Asks the probe, which may take its time. */
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
