package io.github.rediscomponents.autoconfigure.autocomplete;

import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autoconfigure.TypedBeanRegistrar;
import org.springframework.core.env.Environment;

/**
 * Registers a bean for each index of {@code redis-components.prefix-index.indexes}:
 * {@code shops} becomes {@code shopsPrefixIndex}.
 */
final class PrefixIndexRegistrar extends TypedBeanRegistrar {

	PrefixIndexRegistrar(Environment environment) {
		super(environment, PrefixIndexProperties.PREFIX + ".indexes", PrefixIndexEntryProperties.class,
				PrefixIndex.class);
	}

}
