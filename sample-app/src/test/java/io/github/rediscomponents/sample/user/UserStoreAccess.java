// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import org.springframework.context.ApplicationContext;

/**
 * Lets tests of other packages do what a login does behind its code.
 */
public final class UserStoreAccess {

	private UserStoreAccess() {
	}

	public static long findOrCreate(ApplicationContext context, String account) {
		return context.getBean(Newcomers.class).findOrCreate(new Account(account), "somebody").id();
	}

}
