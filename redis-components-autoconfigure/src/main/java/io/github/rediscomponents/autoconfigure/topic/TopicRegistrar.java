package io.github.rediscomponents.autoconfigure.topic;

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
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.queue.Topic;

/**
 * Registers a bean for each topic of {@code redis-components.topic.topics}:
 * {@code prices} becomes {@code pricesTopic}. With a declared type it is a singleton,
 * otherwise each injection point gets one of its own type. A bean of that name that the
 * application defines wins.
 */
final class TopicRegistrar implements ImportBeanDefinitionRegistrar {

	private static final String TOPICS = TopicProperties.PREFIX + ".topics";

	private final Environment environment;

	TopicRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Map<String, TopicEntryProperties> topics = Binder.get(this.environment)
			.bind(TOPICS, Bindable.mapOf(String.class, TopicEntryProperties.class))
			.orElseGet(Map::of);
		topics.forEach((name, properties) -> {
			String beanName = beanName(name);
			if (!registry.containsBeanDefinition(beanName)) {
				registry.registerBeanDefinition(beanName, definition(name, properties.getType()));
			}
		});
	}

	private static RootBeanDefinition definition(String name, @Nullable String type) {
		RootBeanDefinition definition = new RootBeanDefinition(Topic.class);
		definition.setFactoryBeanName("topicFactory");
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
		if (type != null) {
			Class<?> message = messageType(name, type);
			definition.setFactoryMethodName("declared");
			definition.getConstructorArgumentValues().addIndexedArgumentValue(1, message);
			definition.setTargetType(ResolvableType.forClassWithGenerics(Topic.class, message));
		}
		else {
			definition.setFactoryMethodName("injected");
			definition.setScope(BeanDefinition.SCOPE_PROTOTYPE);
			definition.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
		}
		return definition;
	}

	private static Class<?> messageType(String name, String type) {
		try {
			return ClassUtils.resolveClassName(type, null);
		}
		catch (IllegalArgumentException | IllegalStateException ex) {
			throw new InvalidPropertyException(TOPICS + "." + name + ".type",
					"must be the name of a class, was '" + type + "'", ex);
		}
	}

	private static String beanName(String topic) {
		StringBuilder name = new StringBuilder();
		for (String word : topic.split("[^A-Za-z0-9]+")) {
			name.append(name.isEmpty() ? StringUtils.uncapitalize(word) : StringUtils.capitalize(word));
		}
		return name + "Topic";
	}

}
