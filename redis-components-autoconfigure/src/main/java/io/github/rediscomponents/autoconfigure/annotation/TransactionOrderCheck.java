package io.github.rediscomponents.autoconfigure.annotation;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;
import org.springframework.transaction.config.TransactionManagementConfigUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * Makes sure that a lock outlives the transaction that its method begins: the lock's
 * interceptor has to come first.
 */
final class TransactionOrderCheck implements SmartInitializingSingleton {

	private final ListableBeanFactory beans;

	private final int lockOrder;

	TransactionOrderCheck(ListableBeanFactory beans, int lockOrder) {
		this.beans = beans;
		this.lockOrder = lockOrder;
	}

	@Override
	public void afterSingletonsInstantiated() {
		String name = TransactionManagementConfigUtils.TRANSACTION_ADVISOR_BEAN_NAME;
		if (this.beans.containsBean(name) && this.beans.getBean(name) instanceof Ordered advisor
				&& advisor.getOrder() <= this.lockOrder) {
			throw new InvalidPropertyException(AnnotationsProperties.PREFIX + ".order",
					"must be less than " + (advisor.getOrder() - 2) + ", so that locks come before transactions, whose"
							+ " order is " + advisor.getOrder());
		}
	}

}
