// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

/**
 * Finds the class loader of the application, for work on threads that may see another one
 * or none: those of the common pool do not see the application in a jar of Spring Boot,
 * and the loader of this library sees its classes as they were before a restart by Spring
 * Boot's development tools.
 */
public final class ApplicationLoader {

	private ApplicationLoader() {
	}

	/**
	 * Returns the context class loader of the current thread if it sees this library.
	 * @return the loader, else the one of this library
	 */
	public static ClassLoader current() {
		ClassLoader own = ApplicationLoader.class.getClassLoader();
		ClassLoader context = Thread.currentThread().getContextClassLoader();
		return (context != null && context != own && sees(context)) ? context : own;
	}

	private static boolean sees(ClassLoader loader) {
		try {
			return loader.loadClass(ApplicationLoader.class.getName()) == ApplicationLoader.class;
		}
		catch (ClassNotFoundException | LinkageError ex) {
			return false;
		}
	}

}
