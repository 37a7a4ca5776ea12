// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.transaction.config.TransactionManagementConfigUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * Checks that the interceptor of locks precedes that of transactions, so that a lock
 * outlives the transaction that its method begins.
 */
final class TransactionOrderCheck {

	private TransactionOrderCheck() {
	}

	static void check(ListableBeanFactory beans, int lockOrder) {
		String name = TransactionManagementConfigUtils.TRANSACTION_ADVISOR_BEAN_NAME;
		if (beans.containsBean(name) && beans.getBean(name) instanceof Ordered advisor
				&& advisor.getOrder() <= lockOrder) {
			throw new InvalidPropertyException(AnnotationsProperties.PREFIX + ".order",
					"must be less than " + (advisor.getOrder() - 2) + ", so that locks come before transactions, whose"
							+ " order is " + advisor.getOrder());
		}
	}

}
