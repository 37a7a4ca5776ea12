// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Properties that take effect at start-up only, including those that are added or
 * removed.
 *
 * @param reader returns the present values by the name of the property
 * @param first the values at start-up
 */
record FixedAtStart(Supplier<Map<String, String>> reader, Map<String, String> first) {

	/** Returns the names of those that have changed. */
	Stream<String> changed() {
		Map<String, String> now = this.reader.get();
		return Stream.concat(this.first.keySet().stream(), now.keySet().stream())
			.filter((name) -> !Objects.equals(this.first.get(name), now.get(name)));
	}

}
