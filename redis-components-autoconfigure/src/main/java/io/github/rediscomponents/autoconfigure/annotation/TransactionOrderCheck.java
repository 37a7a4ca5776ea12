// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.core.Ordered;
import org.springframework.transaction.config.TransactionManagementConfigUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * Checks that the interceptors of annotations precede that of transactions, so that a
 * lock outlives the transaction that its method begins.
 */
final class TransactionOrderCheck {

	private TransactionOrderCheck() {
	}

	static void check(ListableBeanFactory beans, int order) {
		String name = TransactionManagementConfigUtils.TRANSACTION_ADVISOR_BEAN_NAME;
		if (beans.containsBean(name) && beans.getBean(name) instanceof Ordered advisor && advisor.getOrder() <= order) {
			throw new InvalidPropertyException(AnnotationsProperties.PREFIX + ".order", "must be less than "
					+ advisor.getOrder() + ", the order of transactions, so that locks come before");
		}
	}

}
