// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.uv;

import java.time.LocalDate;
import java.util.List;

import io.github.rediscomponents.counter.UniqueCount;
import io.github.rediscomponents.counter.UniqueCounter;

/**
 * The same with {@link UniqueCounter}.
 */
public class CountedVisitors {

	private final UniqueCounter counter;

	public CountedVisitors(UniqueCounter counter) {
		this.counter = counter;
	}

	public void visited(LocalDate day, String user) {
		this.counter.add("visitors", day, List.of(user));
	}

	public UniqueCount visitors(LocalDate day) {
		return this.counter.count("visitors", day);
	}

}
