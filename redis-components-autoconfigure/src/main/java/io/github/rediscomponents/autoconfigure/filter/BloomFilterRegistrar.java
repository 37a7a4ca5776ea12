package io.github.rediscomponents.autoconfigure.filter;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import io.github.rediscomponents.autoconfigure.DeclaredBeans;
import io.github.rediscomponents.filter.BloomFilter;

/**
 * Registers a bean for each filter of {@code redis-components.bloom-filter.filters}:
 * {@code users} becomes {@code usersBloomFilter}.
 */
final class BloomFilterRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	BloomFilterRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Binder.get(this.environment)
			.bind(BloomFilterProperties.PREFIX + ".filters",
					Bindable.mapOf(String.class, BloomFilterEntryProperties.class))
			.ifBound((filters) -> filters.keySet()
				.forEach((name) -> DeclaredBeans.register(registry, BloomFilterProperties.PREFIX + ".filters", name,
						BloomFilter.class,
						DeclaredBeans.definition(BloomFilter.class, "bloomFilterFactory", "declared", name))));
	}

}
