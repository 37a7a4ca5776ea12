package io.github.rediscomponents.autoconfigure.annotation;

/**
 * A call that an object makes on itself.
 *
 * @param caller the calling method, name and parameters as in byte code
 * @param called the called method in the same form
 */
record SelfCall(String caller, String called) {

	/** Return types do not matter: an override may narrow them. */
	static String signature(String name, String descriptor) {
		return name + descriptor.substring(0, descriptor.indexOf(')') + 1);
	}

}
