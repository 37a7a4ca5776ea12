package io.github.rediscomponents.autoconfigure;

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
import org.springframework.util.StringUtils;

/**
 * Registers a bean of a generic type for each entry that the properties declare. With a
 * declared type it is a singleton of that type, otherwise each injection point gets one
 * of its own type. A bean of the same name that the application defines wins.
 */
public abstract class TypedBeanRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	private final String declarations;

	private final Class<? extends TypedDeclaration> properties;

	private final Class<?> beanType;

	/**
	 * Creates the registrar.
	 * @param environment has the properties
	 * @param declarations the property below which the entries are
	 * @param properties those of one entry
	 * @param beanType the type of the beans, with which their names end; made by a
	 * {@link TypedBeanFactory} that is called like it
	 */
	protected TypedBeanRegistrar(Environment environment, String declarations,
			Class<? extends TypedDeclaration> properties, Class<?> beanType) {
		this.environment = environment;
		this.declarations = declarations;
		this.properties = properties;
		this.beanType = beanType;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Map<String, ? extends TypedDeclaration> entries = Binder.get(this.environment)
			.bind(this.declarations, Bindable.mapOf(String.class, this.properties))
			.orElseGet(Map::of);
		entries.forEach((name, entry) -> DeclaredBeans.register(registry, this.declarations, name, this.beanType,
				definition(name, entry.getType())));
	}

	private RootBeanDefinition definition(String name, @Nullable String type) {
		String factory = StringUtils.uncapitalize(this.beanType.getSimpleName()) + "Factory";
		if (type != null) {
			Class<?> element = TypedDeclaration.type(this.declarations + "." + name, type);
			RootBeanDefinition declared = DeclaredBeans.definition(this.beanType, factory, "declared", name);
			declared.getConstructorArgumentValues().addIndexedArgumentValue(1, element);
			declared.setTargetType(ResolvableType.forClassWithGenerics(this.beanType, element));
			return declared;
		}
		RootBeanDefinition injected = DeclaredBeans.definition(this.beanType, factory, "injected", name);
		injected.setTargetType(this.beanType);
		injected.setScope(BeanDefinition.SCOPE_PROTOTYPE);
		injected.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
		return injected;
	}

}
