package io.github.rediscomponents.autoconfigure.social;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import io.github.rediscomponents.autoconfigure.DeclaredBeans;
import io.github.rediscomponents.social.RankedSet;

/**
 * Registers a bean for each set of {@code redis-components.ranked-set.sets}:
 * {@code points} becomes {@code pointsRankedSet}.
 */
final class RankedSetRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	RankedSetRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Binder.get(this.environment)
			.bind(RankedSetProperties.PREFIX + ".sets", Bindable.mapOf(String.class, RankedSetEntryProperties.class))
			.ifBound((sets) -> sets.keySet()
				.forEach((name) -> DeclaredBeans.register(registry, RankedSetProperties.PREFIX + ".sets", name,
						RankedSet.class,
						DeclaredBeans.definition(RankedSet.class, "rankedSetFactory", "declared", name))));
	}

}
