// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.util.LinkedHashSet;
import java.util.Set;

import javax.lang.model.element.Modifier;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.generate.GeneratedMethod;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.aot.BeanFactoryInitializationCode;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.Import;
import org.springframework.javapoet.CodeBlock;
import org.springframework.javapoet.MethodSpec;

/**
 * Generates the call that repeats the {@linkplain RunRegistrar registrars} of the
 * auto-configurations that apply.
 */
final class RunRegistrarsProcessor implements BeanFactoryInitializationAotProcessor {

	private static final String OURS = "io.github.rediscomponents.";

	@Override
	public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
			ConfigurableListableBeanFactory beans) {
		Set<Class<?>> registrars = new LinkedHashSet<>();
		for (String name : beans.getBeanDefinitionNames()) {
			Class<?> type = beans.getType(name, false);
			Import imported = (type != null && type.getName().startsWith(OURS)) ? type.getAnnotation(Import.class)
					: null;
			if (imported != null) {
				for (Class<?> one : imported.value()) {
					if (RunRegistrar.class.isAssignableFrom(one)) {
						registrars.add(one);
					}
				}
			}
		}
		return registrars.isEmpty() ? null : (context, code) -> contribute(registrars, context, code);
	}

	private static void contribute(Set<Class<?>> registrars, GenerationContext context,
			BeanFactoryInitializationCode code) {
		registrars.forEach((type) -> context.getRuntimeHints()
			.reflection()
			.registerType(type, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS));
		GeneratedMethod method = code.getMethods().add("addRunRegistrars", (builder) -> add(builder, registrars));
		code.addInitializer(method.toMethodReference());
	}

	private static void add(MethodSpec.Builder method, Set<Class<?>> registrars) {
		method.addModifiers(Modifier.PRIVATE);
		method.addParameter(DefaultListableBeanFactory.class, BeanFactoryInitializationCode.BEAN_FACTORY_VARIABLE);
		method.addStatement("$T.add($L, $L)", RunRegistrars.class, BeanFactoryInitializationCode.BEAN_FACTORY_VARIABLE,
				registrars.stream().map((type) -> CodeBlock.of("$S", type.getName())).collect(CodeBlock.joining(", ")));
	}

}
