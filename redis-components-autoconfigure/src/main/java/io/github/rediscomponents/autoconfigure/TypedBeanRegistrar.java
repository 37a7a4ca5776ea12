package io.github.rediscomponents.autoconfigure;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

/**
 * Registers a bean of a generic type for each entry that the properties declare. With a
 * declared type it is a singleton of that type, otherwise each injection point gets one
 * of its own type. The beans are made by a {@link TypedBeanFactory}.
 */
public abstract class TypedBeanRegistrar extends DeclaredBeanRegistrar<TypedDeclaration> {

	/**
	 * Creates the registrar.
	 * @param environment has the properties
	 * @param declarations the property below which the entries are
	 * @param properties those of one entry
	 * @param beanType the type of the beans
	 */
	protected TypedBeanRegistrar(Environment environment, String declarations,
			Class<? extends TypedDeclaration> properties, Class<?> beanType) {
		super(environment, declarations, properties, beanType);
	}

	@Override
	protected RootBeanDefinition definition(String declaration, String name, TypedDeclaration entry) {
		String type = entry.type();
		if (type != null) {
			Class<?> element = TypedDeclaration.type(declaration, type);
			RootBeanDefinition declared = definition("declared", name);
			declared.getConstructorArgumentValues().addIndexedArgumentValue(1, element);
			declared.setTargetType(ResolvableType.forClassWithGenerics(beanType(), element));
			return declared;
		}
		RootBeanDefinition injected = definition("injected", name);
		injected.setTargetType(beanType());
		injected.setScope(BeanDefinition.SCOPE_PROTOTYPE);
		injected.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
		return injected;
	}

}
