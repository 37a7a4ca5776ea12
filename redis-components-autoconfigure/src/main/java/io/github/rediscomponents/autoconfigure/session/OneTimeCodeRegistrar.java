package io.github.rediscomponents.autoconfigure.session;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.DeclaredBeanRegistrar;
import io.github.rediscomponents.session.OneTimeCodes;

/**
 * Registers a bean for each purpose of {@code redis-components.one-time-code.purposes}:
 * {@code login} becomes {@code loginOneTimeCodes}.
 */
final class OneTimeCodeRegistrar extends DeclaredBeanRegistrar<OneTimeCodePurposeProperties> {

	OneTimeCodeRegistrar(Environment environment) {
		super(environment, OneTimeCodeProperties.PREFIX + ".purposes", OneTimeCodePurposeProperties.class,
				OneTimeCodes.class);
	}

}
