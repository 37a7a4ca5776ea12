package io.github.rediscomponents.autoconfigure.social;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.DeclaredBeanRegistrar;
import io.github.rediscomponents.social.RankedSet;

/**
 * Registers a bean for each set of {@code redis-components.ranked-set.sets}:
 * {@code points} becomes {@code pointsRankedSet}.
 */
final class RankedSetRegistrar extends DeclaredBeanRegistrar<RankedSetEntryProperties> {

	RankedSetRegistrar(Environment environment) {
		super(environment, RankedSetProperties.PREFIX + ".sets", RankedSetEntryProperties.class, RankedSet.class);
	}

}
