package io.github.rediscomponents.autoconfigure.queue;

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
 * Registers a bean for each queue that the properties declare. With a declared type it is
 * a singleton of that type, otherwise each injection point gets a queue of its own type.
 * A bean of the same name that the application defines wins.
 */
abstract class DeclaredQueueRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	private final String prefix;

	private final Class<? extends DeclaredQueue> properties;

	private final Class<?> queueType;

	/**
	 * Creates the registrar.
	 * @param environment has the properties
	 * @param prefix what they begin with; the queues are under {@code queues}
	 * @param properties those of one queue
	 * @param queueType the type of the beans, with which their names end
	 */
	DeclaredQueueRegistrar(Environment environment, String prefix, Class<? extends DeclaredQueue> properties,
			Class<?> queueType) {
		this.environment = environment;
		this.prefix = prefix;
		this.properties = properties;
		this.queueType = queueType;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Map<String, ? extends DeclaredQueue> queues = Binder.get(this.environment)
			.bind(this.prefix + ".queues", Bindable.mapOf(String.class, this.properties))
			.orElseGet(Map::of);
		queues.forEach((name, queue) -> {
			String beanName = beanName(name);
			if (!registry.containsBeanDefinition(beanName)) {
				registry.registerBeanDefinition(beanName, definition(name, queue.getType()));
			}
		});
	}

	private RootBeanDefinition definition(String name, @Nullable String type) {
		RootBeanDefinition definition = new RootBeanDefinition(this.queueType);
		definition.setFactoryBeanName(StringUtils.uncapitalize(this.queueType.getSimpleName()) + "Factory");
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
		if (type != null) {
			Class<?> element = DeclaredQueue.type(this.prefix + ".queues." + name, type);
			definition.setFactoryMethodName("declared");
			definition.getConstructorArgumentValues().addIndexedArgumentValue(1, element);
			definition.setTargetType(ResolvableType.forClassWithGenerics(this.queueType, element));
		}
		else {
			definition.setFactoryMethodName("injected");
			definition.setTargetType(this.queueType);
			definition.setScope(BeanDefinition.SCOPE_PROTOTYPE);
			definition.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
		}
		return definition;
	}

	private String beanName(String queue) {
		StringBuilder name = new StringBuilder();
		for (String word : queue.split("[^A-Za-z0-9]+")) {
			name.append(name.isEmpty() ? StringUtils.uncapitalize(word) : StringUtils.capitalize(word));
		}
		return name + this.queueType.getSimpleName();
	}

}
