// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.messaging.Mail;
import io.github.rediscomponents.messaging.MailBatch;
import io.github.rediscomponents.messaging.Mailbox;
import io.github.rediscomponents.messaging.Mailboxes;

/**
 * The code of the page about mailboxes.
 */
class MailboxExamples {

	record Letter(String subject, String text) {
	}

	static class Letters {

		private final List<String> shown = new ArrayList<>();

		private final Mailbox<Letter> mailbox;

		Letters(Mailboxes mailboxes) {
			this.mailbox = mailboxes.get(Letter.class);
		}

		boolean write(String receiver, Letter letter, String messageId) {
			return this.mailbox.send(receiver, letter, messageId).isSent(); // false: full
		}

		void read(String receiver) {
			MailBatch<Letter> found = this.mailbox.fetch(receiver, 20);
			for (Mail<Letter> mail : found.mails()) {
				show(mail.at() + " " + mail.body().subject());
				this.mailbox.acknowledge(receiver, mail.id());
			}
		}

		List<Mail<Letter>> olderPages(String receiver, long lastSeen) {
			return this.mailbox.fetch(receiver, lastSeen, 20).mails(); // stays
		}

		private void show(String line) {
			this.shown.add(line);
		}

	}

}
