package io.github.rediscomponents.autoconfigure.session;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

import io.github.rediscomponents.autoconfigure.DeclaredBeans;
import io.github.rediscomponents.session.OneTimeCodes;

/**
 * Registers a bean for each purpose of {@code redis-components.one-time-code.purposes}:
 * {@code login} becomes {@code loginOneTimeCodes}.
 */
final class OneTimeCodeRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	OneTimeCodeRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Binder.get(this.environment)
			.bind(OneTimeCodeProperties.PREFIX + ".purposes",
					Bindable.mapOf(String.class, OneTimeCodePurposeProperties.class))
			.ifBound((purposes) -> purposes.keySet()
				.forEach((purpose) -> DeclaredBeans.register(registry, OneTimeCodeProperties.PREFIX + ".purposes",
						purpose, OneTimeCodes.class,
						DeclaredBeans.definition(OneTimeCodes.class, "oneTimeCodesFactory", "declared", purpose))));
	}

}
