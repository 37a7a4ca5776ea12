package io.github.rediscomponents.autoconfigure.ratelimit;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.ratelimit.Limit;
import io.github.rediscomponents.ratelimit.OnRedisFailure;
import io.github.rediscomponents.ratelimit.RatePolicy;
import io.github.rediscomponents.support.Checks;

/**
 * Properties of one policy: a single limit, or a list of them.
 */
public class PolicyProperties extends LimitProperties {

	/**
	 * Several limits that must all admit an attempt; instead of a single one.
	 */
	private List<LimitProperties> limits = new ArrayList<>();

	/**
	 * What is decided while Redis cannot be reached.
	 */
	private OnRedisFailure onRedisFailure = OnRedisFailure.FAIL;

	public List<LimitProperties> getLimits() {
		return this.limits;
	}

	public void setLimits(List<LimitProperties> limits) {
		this.limits = limits;
	}

	public OnRedisFailure getOnRedisFailure() {
		return this.onRedisFailure;
	}

	public void setOnRedisFailure(OnRedisFailure onRedisFailure) {
		this.onRedisFailure = onRedisFailure;
	}

	RatePolicy toPolicy(String name, String prefix) {
		if (this.limits.isEmpty()) {
			return new RatePolicy(name, List.of(toLimit()), this.onRedisFailure);
		}
		Checks.isTrue(getLimit() == null && getPeriod() == null && getBurst() == null,
				"limits must not stand beside limit, period or burst");
		List<Limit> converted = new ArrayList<>();
		for (int i = 0; i < this.limits.size(); i++) {
			converted.add(PropertySettings.checked(prefix + ".limits[" + i + "]", this.limits.get(i)::toLimit));
		}
		return new RatePolicy(name, converted, this.onRedisFailure);
	}

}
