package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autoconfigure.DeclaredBeans;

/**
 * Registers a bean for each index of {@code redis-components.prefix-index.indexes}:
 * {@code shops} becomes {@code shopsPrefixIndex}. With a declared type it is a singleton
 * of that type, otherwise each injection point gets an index of its own type.
 */
final class PrefixIndexRegistrar implements ImportBeanDefinitionRegistrar {

	private static final String FACTORY = "prefixIndexFactory";

	private final Environment environment;

	PrefixIndexRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Map<String, PrefixIndexEntryProperties> indexes = Binder.get(this.environment)
			.bind(PrefixIndexProperties.PREFIX + ".indexes",
					Bindable.mapOf(String.class, PrefixIndexEntryProperties.class))
			.orElseGet(Map::of);
		indexes.forEach((name, index) -> DeclaredBeans.register(registry, name, PrefixIndex.class,
				definition(name, PrefixIndexProperties.payload(name, index))));
	}

	private static RootBeanDefinition definition(String name, @Nullable Class<?> payload) {
		if (payload != null) {
			RootBeanDefinition typed = DeclaredBeans.definition(PrefixIndex.class, FACTORY, "declared", name);
			typed.getConstructorArgumentValues().addIndexedArgumentValue(1, payload);
			typed.setTargetType(ResolvableType.forClassWithGenerics(PrefixIndex.class, payload));
			return typed;
		}
		RootBeanDefinition injected = DeclaredBeans.definition(PrefixIndex.class, FACTORY, "injected", name);
		injected.setTargetType(PrefixIndex.class);
		injected.setScope(BeanDefinition.SCOPE_PROTOTYPE);
		injected.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
		return injected;
	}

}
