package io.github.rediscomponents.cache;

import java.util.List;
import java.util.Map;

/**
 * A bulk loader, below the types of the keys.
 *
 * @param <V> the type of the values
 */
@FunctionalInterface
interface BulkSource<V> {

	Map<String, V> load(List<String> texts) throws Exception;

}
