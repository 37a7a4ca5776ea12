// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Reads the property of {@link ConditionalOnSwitch}.
 */
final class OnSwitch extends SpringBootCondition {

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		MergedAnnotation<ConditionalOnSwitch> annotation = metadata.getAnnotations().get(ConditionalOnSwitch.class);
		String property = annotation.getString("value");
		boolean on = Switch.isOn(context.getEnvironment(), property, annotation.getBoolean("matchIfMissing"));
		return new ConditionOutcome(on, ConditionMessage.forCondition(ConditionalOnSwitch.class, property)
			.because(on ? "it is on" : "it is off"));
	}

}
