// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.lang.reflect.Method;
import java.util.Arrays;

import org.springframework.aot.AotDetector;

/**
 * Runs another main method with the option of the command line that makes Spring use what
 * was generated.
 */
final class GeneratedMain {

	private GeneratedMain() {
	}

	public static void main(String[] args) throws Exception {
		System.setProperty(AotDetector.AOT_ENABLED, "true");
		Method main = Class.forName(args[0]).getMethod("main", String[].class);
		main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
	}

}
