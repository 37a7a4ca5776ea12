package io.github.rediscomponents.autoconfigure;

import java.util.Map;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.StringUtils;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Registers a bean for each entry that the properties declare by name. A bean of the same
 * name that the application defines wins.
 *
 * @param <P> the properties of one entry
 */
public abstract class DeclaredBeanRegistrar<P> implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	private final String declarations;

	private final Class<? extends P> properties;

	private final Class<?> beanType;

	/**
	 * Creates the registrar.
	 * @param environment has the properties
	 * @param declarations the property below which the entries are
	 * @param properties those of one entry
	 * @param beanType the type of the beans, with which their names end; made by the
	 * method {@code declared} of a bean that is called like the type with the ending
	 * {@code Factory}
	 */
	protected DeclaredBeanRegistrar(Environment environment, String declarations, Class<? extends P> properties,
			Class<?> beanType) {
		this.environment = environment;
		this.declarations = declarations;
		this.properties = properties;
		this.beanType = beanType;
	}

	@Override
	public final void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Map<String, ? extends P> entries = PropertySettings.entries(this.environment, this.declarations,
				this.properties);
		entries.forEach((name, entry) -> DeclaredBeans.register(registry, this.declarations, name, this.beanType,
				definition(this.declarations + "." + name, name, entry)));
	}

	/**
	 * Defines the bean of one entry.
	 * @param declaration the property of the entry
	 * @param name its name
	 * @param entry its properties
	 * @return the definition
	 */
	protected RootBeanDefinition definition(String declaration, String name, P entry) {
		return definition("declared", name);
	}

	/**
	 * A bean that the factory bean makes of the name of an entry.
	 * @param method the factory's method, which takes the name first
	 * @param name the name of the entry
	 * @return the definition
	 */
	protected final RootBeanDefinition definition(String method, String name) {
		return DeclaredBeans.definition(this.beanType,
				StringUtils.uncapitalize(this.beanType.getSimpleName()) + "Factory", method, name);
	}

	/**
	 * The type of the beans.
	 * @return the class
	 */
	protected final Class<?> beanType() {
		return this.beanType;
	}

}
