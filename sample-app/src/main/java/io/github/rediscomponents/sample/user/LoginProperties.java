package io.github.rediscomponents.sample.user;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How long codes and logins live.
 *
 * @param codeTtl Time after which a code is forgotten.
 * @param codeTries Wrong codes after which the right one is void as well.
 * @param tokenTtl Time after which a login that is not used is forgotten.
 * @param mailFrom Sender of the mails that carry codes.
 */
@ConfigurationProperties("city-guide.login")
public record LoginProperties(@DefaultValue("120s") Duration codeTtl, @DefaultValue("5") int codeTries,
		@DefaultValue("30m") Duration tokenTtl, @DefaultValue("city-guide@localhost") String mailFrom) {
}
