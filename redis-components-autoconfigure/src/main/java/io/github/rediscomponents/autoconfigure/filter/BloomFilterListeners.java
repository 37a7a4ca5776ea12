package io.github.rediscomponents.autoconfigure.filter;

import java.util.List;

import io.github.rediscomponents.filter.BloomFilterListener;
import io.github.rediscomponents.filter.Membership;

/**
 * Passes on to several.
 *
 * @param all in their order
 */
record BloomFilterListeners(List<BloomFilterListener> all) implements BloomFilterListener {

	@Override
	public void tested(String filter, Membership answer, int elements) {
		this.all.forEach((one) -> one.tested(filter, answer, elements));
	}

	@Override
	public void added(String filter, Membership before, int elements) {
		this.all.forEach((one) -> one.added(filter, before, elements));
	}

	@Override
	public void saturated(String filter, double fill) {
		this.all.forEach((one) -> one.saturated(filter, fill));
	}

	@Override
	public void rebuilt(String filter, long elements, boolean succeeded) {
		this.all.forEach((one) -> one.rebuilt(filter, elements, succeeded));
	}

}
