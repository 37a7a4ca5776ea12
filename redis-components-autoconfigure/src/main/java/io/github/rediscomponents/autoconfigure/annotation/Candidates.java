// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.lang.annotation.Annotation;

import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.stereotype.Component;

/**
 * Selects the classes that are searched for annotations. Classes of Spring are excluded,
 * as Spring excludes them from the search for listeners, because reading their methods
 * would slow down each start.
 *
 * @since 1.0.0
 */
public final class Candidates {

	private static final String CONTAINER = "org.springframework.";

	private Candidates() {
	}

	/**
	 * Returns whether methods of a class may carry an annotation.
	 * @param type the class of a bean
	 * @param annotation the annotation
	 * @return false if no method can carry it. A class in a package of Spring is a
	 * candidate only if it has a stereotype annotation
	 */
	public static boolean mayCarry(Class<?> type, Class<? extends Annotation> annotation) {
		return AnnotationUtils.isCandidateClass(type, annotation) && !isOfContainer(type);
	}

	private static boolean isOfContainer(Class<?> type) {
		return type.getName().startsWith(CONTAINER)
				&& !MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY).isPresent(Component.class);
	}

}
