// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.MethodParameter;
import org.springframework.util.ClassUtils;

/**
 * Describes injection points.
 *
 * @since 1.0.0
 */
public final class InjectionPoints {

	private InjectionPoints() {
	}

	/**
	 * Returns the name of the bean that an injection point requires.
	 * @param point the point
	 * @return the value of the qualifier, or the name of the field or parameter if there
	 * is none
	 */
	public static String wanted(InjectionPoint point) {
		Qualifier qualifier = point.getAnnotation(Qualifier.class);
		return (qualifier != null && !qualifier.value().isEmpty()) ? qualifier.value() : name(point);
	}

	/**
	 * Describes the location of an injection point.
	 * @param point the point
	 * @return the field or parameter, and its class
	 */
	public static String describe(InjectionPoint point) {
		MethodParameter parameter = point.getMethodParameter();
		String owner = ClassUtils.getUserClass(point.getMember().getDeclaringClass()).getName();
		if (parameter == null) {
			return "field " + name(point) + " in " + owner;
		}
		return "parameter " + name(point) + " of "
				+ ((parameter.getMethod() != null) ? "method " + parameter.getMethod().getName() : "the constructor")
				+ " in " + owner;
	}

	private static String name(InjectionPoint point) {
		MethodParameter parameter = point.getMethodParameter();
		return (parameter != null) ? parameter.getParameter().getName() : point.getMember().getName();
	}

}
