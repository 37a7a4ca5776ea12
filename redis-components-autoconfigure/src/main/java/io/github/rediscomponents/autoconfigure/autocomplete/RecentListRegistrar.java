package io.github.rediscomponents.autoconfigure.autocomplete;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import io.github.rediscomponents.autoconfigure.DeclaredBeans;
import io.github.rediscomponents.autocomplete.RecentList;

/**
 * Registers a bean for each list of {@code redis-components.recent-list.lists}:
 * {@code contacts} becomes {@code contactsRecentList}.
 */
final class RecentListRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	RecentListRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Binder.get(this.environment)
			.bind(RecentListProperties.PREFIX + ".lists", Bindable.mapOf(String.class, RecentListEntryProperties.class))
			.ifBound((lists) -> lists.keySet()
				.forEach((name) -> DeclaredBeans.register(registry, RecentListProperties.PREFIX + ".lists", name,
						RecentList.class,
						DeclaredBeans.definition(RecentList.class, "recentListFactory", "declared", name))));
	}

}
