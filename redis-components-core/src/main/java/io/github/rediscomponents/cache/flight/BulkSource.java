// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.List;
import java.util.Map;

/**
 * A bulk loader, below the types of the keys.
 *
 * @param <V> the type of the values
 * @since 0.1.0
 */
@FunctionalInterface
public interface BulkSource<V> {

	Map<String, V> load(List<String> texts) throws Exception;

}
