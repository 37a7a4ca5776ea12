// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.annotation.Annotation;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.stereotype.Component;

/**
 * Which classes are searched for annotations at all. The container's own, of which every
 * application has more than of its own, are left out, as Spring does for its listeners;
 * they would be read method by method at each start.
 *
 * @since 0.1.0
 */
public final class Candidates {

	private static final String CONTAINER = "org.springframework.";

	private Candidates() {
	}

	/**
	 * Whether methods of a class may carry an annotation.
	 * @param type the class of a bean
	 * @param annotation the annotation
	 * @return false if they do not for certain; a class of an application that lives in
	 * Spring's package is known by its stereotype
	 */
	public static boolean mayCarry(Class<?> type, Class<? extends Annotation> annotation) {
		return AnnotationUtils.isCandidateClass(type, annotation) && !isOfContainer(type);
	}

	private static boolean isOfContainer(Class<?> type) {
		return type.getName().startsWith(CONTAINER)
				&& !MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).isPresent(Component.class);
	}

}
