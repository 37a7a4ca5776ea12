// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.util.ClassUtils;

/**
 * Registers the types of the values that a bean writes and reads by components.
 */
final class PayloadProcessor implements BeanRegistrationAotProcessor {

	private static final String CONTAINER = "org.springframework.";

	@Override
	public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
		Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
		if (type.getName().startsWith(CONTAINER)) {
			return null;
		}
		Set<Class<?>> payloads = PayloadTypes.of(type);
		return payloads.isEmpty() ? null : (context, code) -> PayloadHints
			.register(context.getRuntimeHints().reflection(), payloads, type.getClassLoader());
	}

}
