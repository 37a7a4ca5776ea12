// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.time.Duration;

import io.github.rediscomponents.sample.web.Refused;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;

/**
 * Shows codes only in the demo; elsewhere a sender is required.
 */
@Configuration(proxyBeanMethods = false)
class CodeDeliveryConfiguration {

	static final String DEMO = "default | demo";

	@Bean
	@Profile(DEMO)
	CodeDelivery shownCodes() {
		return (account, code) -> code;
	}

	@Bean
	@Profile("!(" + DEMO + ")")
	CodeDelivery sentCodes(ObjectProvider<CodeSender> senders, ObjectProvider<JavaMailSender> mail,
			LoginProperties properties, @Value("${redis-components.one-time-code.purposes.login.ttl}") Duration ttl) {
		CodeSender own = senders.getIfAvailable();
		JavaMailSender mailSender = mail.getIfAvailable();
		if (own == null && mailSender == null) {
			throw new NoCodeSenderException();
		}
		CodeSender sender = (own != null || mailSender == null) ? senders.getObject()
				: byMail(mailSender, properties, ttl);
		return (account, code) -> {
			sender.send(account.text(), code);
			return null;
		};
	}

	private static CodeSender byMail(JavaMailSender mail, LoginProperties properties, Duration ttl) {
		return (account, code) -> {
			if (account.indexOf('@') < 0) {
				throw new Refused("login.mail-only");
			}
			SimpleMailMessage message = new SimpleMailMessage();
			message.setFrom(properties.mailFrom());
			message.setTo(account);
			message.setSubject("Your login code");
			message.setText(
					"Your code for the city guide is " + code + ". It is valid for " + ttl.toSeconds() + " seconds.");
			mail.send(message);
		};
	}

}
