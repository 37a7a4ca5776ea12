package io.github.rediscomponents.autoconfigure.ratelimit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

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

	/**
	 * Part of each limit that this process admits by itself while Redis cannot be
	 * reached, above 0 and at most 1; required for on-redis-failure local.
	 */
	private @Nullable Double localShare;

	/**
	 * How long at most a refusal is repeated without asking Redis; 0 asks each time.
	 */
	private Duration localRejections = Duration.ZERO;

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

	public @Nullable Double getLocalShare() {
		return this.localShare;
	}

	public void setLocalShare(@Nullable Double localShare) {
		this.localShare = localShare;
	}

	public Duration getLocalRejections() {
		return this.localRejections;
	}

	public void setLocalRejections(Duration localRejections) {
		this.localRejections = localRejections;
	}

	RatePolicy toPolicy(String name, String prefix) {
		Checks.isTrue(this.onRedisFailure != OnRedisFailure.LOCAL || this.localShare != null,
				"local-share must be set for on-redis-failure local");
		return new RatePolicy(name, toLimits(prefix), this.onRedisFailure,
				(this.localShare != null) ? this.localShare : 1, this.localRejections);
	}

	private List<Limit> toLimits(String prefix) {
		if (this.limits.isEmpty()) {
			return List.of(toLimit());
		}
		Checks.isTrue(getLimit() == null && getPeriod() == null && getBurst() == null,
				"limits must not stand beside limit, period or burst");
		List<Limit> converted = new ArrayList<>();
		for (int i = 0; i < this.limits.size(); i++) {
			converted.add(PropertySettings.checked(prefix + ".limits[" + i + "]", this.limits.get(i)::toLimit));
		}
		return converted;
	}

}
