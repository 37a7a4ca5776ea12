// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

import io.github.rediscomponents.autoconfigure.aot.RunRegistrar;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.filter.BloomEngineCheck;
import io.github.rediscomponents.autoconfigure.filter.BloomFilterEntryProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Registers a bean for each instance that properties declare by name. A bean of the same
 * name that the application defines takes precedence. A declaration with a {@code type}
 * becomes a singleton of that type; without one, each injection point gets an instance of
 * its own type.
 *
 * @param environment source of the properties
 */
record DeclaredBeans(Environment environment) implements RunRegistrar {

	private static final String FACTORY = "redisComponentsDeclaredInstances";

	@Override
	public void register(BeanDefinitionRegistry registry) {
		if (PropertySettings.isSet(this.environment, "redis-components")) {
			for (DeclaredKind kind : DeclaredKind.values()) {
				if (PropertySettings.isEnabled(this.environment, kind.prefix())) {
					register(registry, kind,
							PropertySettings.entries(this.environment, kind.declarations(), kind.entry()));
				}
			}
		}
	}

	private static void register(BeanDefinitionRegistry registry, DeclaredKind kind, Map<String, ?> entries) {
		if (!entries.isEmpty() && !registry.containsBeanDefinition(FACTORY)) {
			registry.registerBeanDefinition(FACTORY,
					RunRegistrar.ofRun(new RootBeanDefinition(DeclaredInstances.class)));
		}
		entries.forEach((name, entry) -> {
			register(registry, kind, name,
					definition(kind, name, entry, (registry instanceof BeanFactory beans) ? beans : null));
			if (entry instanceof BloomFilterEntryProperties filter) {
				BloomEngineCheck.register(registry, name, filter);
			}
		});
	}

	private static RootBeanDefinition definition(DeclaredKind kind, String name, Object entry,
			@Nullable BeanFactory beans) {
		if (!(entry instanceof TypedDeclaration typed)) {
			RootBeanDefinition declared = definition(kind, "declared", name);
			declared.getConstructorArgumentValues().addIndexedArgumentValue(2, Object.class);
			declared.setTargetType(kind.beanType());
			return declared;
		}
		String type = typed.type();
		if (type != null) {
			Class<?> element = TypedDeclaration.type(kind.declarations() + "." + name, type, beans);
			RootBeanDefinition declared = definition(kind, "declared", name);
			declared.getConstructorArgumentValues().addIndexedArgumentValue(2, element);
			declared.setTargetType(ResolvableType.forClassWithGenerics(kind.beanType(), element));
			return declared;
		}
		RootBeanDefinition injected = definition(kind, "injected", name);
		injected.setTargetType(kind.beanType());
		injected.setScope(BeanDefinition.SCOPE_PROTOTYPE);
		return injected;
	}

	private static RootBeanDefinition definition(DeclaredKind kind, String method, String name) {
		RootBeanDefinition definition = RunRegistrar.ofRun(new RootBeanDefinition(kind.beanType()));
		definition.setFactoryBeanName(FACTORY);
		definition.setFactoryMethodName(method);
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, kind);
		definition.getConstructorArgumentValues().addIndexedArgumentValue(1, name);
		return definition;
	}

	/**
	 * Returns the name of a bean.
	 * @param name a name in the properties, such as {@code shop-names}
	 * @param type the type of the bean, such as {@code PrefixIndex}
	 * @return such as {@code shopNamesPrefixIndex}
	 */
	static String beanName(String name, Class<?> type) {
		StringBuilder beanName = new StringBuilder();
		for (String word : name.split("[^A-Za-z0-9]+")) {
			beanName.append(beanName.isEmpty() ? StringUtils.uncapitalize(word) : StringUtils.capitalize(word));
		}
		return beanName.append(type.getSimpleName()).toString();
	}

	/**
	 * Registers a bean unless one of its name exists. The declaration {@code shop-names}
	 * becomes the bean {@code shopNamesPrefixIndex}.
	 */
	private static void register(BeanDefinitionRegistry registry, DeclaredKind kind, String name,
			RootBeanDefinition definition) {
		String bean = beanName(name, kind.beanType());
		Declaration other = registry.containsBeanDefinition(bean) ? Declaration.of(registry.getBeanDefinition(bean))
				: null;
		if (other != null) {
			throw new InvalidPropertyException(kind.declarations() + "." + name, "must not have the same bean name '"
					+ bean + "' as '" + kind.declarations() + "." + other.name() + "'");
		}
		new Declaration(name, kind.beanType()).mark(definition);
		DeclaredCandidates.in(registry);
		if (!registry.containsBeanDefinition(bean)) {
			registry.registerBeanDefinition(bean, definition);
		}
	}

}
