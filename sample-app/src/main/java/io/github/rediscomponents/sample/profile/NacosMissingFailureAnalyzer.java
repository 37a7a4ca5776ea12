package io.github.rediscomponents.sample.profile;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.config.UnsupportedConfigDataLocationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Says how to build with Nacos' client.
 */
class NacosMissingFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedConfigDataLocationException> {

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, UnsupportedConfigDataLocationException cause) {
		if (!cause.getLocation().hasPrefix("nacos:")) {
			return null;
		}
		return new FailureAnalysis("The profile 'nacos' needs Nacos' client, which is not part of this build.",
				"Build with the Maven profile of that name, such as mvn -Prun,nacos.", cause);
	}

}
