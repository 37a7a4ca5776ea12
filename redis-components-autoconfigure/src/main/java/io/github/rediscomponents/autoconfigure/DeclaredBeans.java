package io.github.rediscomponents.autoconfigure;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.util.StringUtils;

/**
 * Registers beans for what properties declare by name. A bean of the same name that the
 * application defines wins.
 */
public final class DeclaredBeans {

	private DeclaredBeans() {
	}

	/**
	 * A bean that a factory bean makes of a declaration's name.
	 * @param beanType its type
	 * @param factory the name of the factory bean
	 * @param method its method, which takes the name first
	 * @param name the declaration's name
	 * @return the definition, to be refined and registered
	 */
	public static RootBeanDefinition definition(Class<?> beanType, String factory, String method, String name) {
		RootBeanDefinition definition = new RootBeanDefinition(beanType);
		definition.setFactoryBeanName(factory);
		definition.setFactoryMethodName(method);
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
		return definition;
	}

	/**
	 * Registers a bean unless there is one of its name.
	 * @param registry where
	 * @param declarations the property below which the declarations are
	 * @param name the declaration's name; {@code shop-names} becomes
	 * {@code shopNamesPrefixIndex}
	 * @param beanType with whose simple name the bean's ends
	 * @param definition the bean
	 * @throws InvalidPropertyException if another declaration has become a bean of that
	 * name
	 */
	public static void register(BeanDefinitionRegistry registry, String declarations, String name, Class<?> beanType,
			RootBeanDefinition definition) {
		StringBuilder beanName = new StringBuilder();
		for (String word : name.split("[^A-Za-z0-9]+")) {
			beanName.append(beanName.isEmpty() ? StringUtils.uncapitalize(word) : StringUtils.capitalize(word));
		}
		String bean = beanName.append(beanType.getSimpleName()).toString();
		Declaration other = registry.containsBeanDefinition(bean) ? Declaration.of(registry.getBeanDefinition(bean))
				: null;
		if (other != null) {
			throw new InvalidPropertyException(declarations + "." + name,
					"must not become the same bean '" + bean + "' as '" + declarations + "." + other.name() + "'");
		}
		new Declaration(name, beanType).mark(definition);
		DeclaredCandidates.in(registry);
		if (!registry.containsBeanDefinition(bean)) {
			registry.registerBeanDefinition(bean, definition);
		}
	}

}
