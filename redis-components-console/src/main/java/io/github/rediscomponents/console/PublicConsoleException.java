// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

/**
 * Thrown if the console is enabled in a web application that nothing protects.
 *
 * @since 1.0.0
 */
public final class PublicConsoleException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String path;

	PublicConsoleException(String path) {
		super("Nothing protects the console at " + path);
		this.path = path;
	}

	/**
	 * Returns the path of the console.
	 * @return below the context path
	 */
	public String path() {
		return this.path;
	}

}
