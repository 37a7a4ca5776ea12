// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.autocomplete.RecentList;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.autocomplete.RecentLists;

/**
 * The code of the page about recent lists.
 */
class RecentListExamples {

	RecentList undeclared(RecentLists lists) {
		RecentListSettings settings = RecentListSettings.defaults().withLength(20).withTtl(Duration.ofDays(30));
		RecentList tags = lists.get("tags", settings);
		return tags;
	}

	static class Contacts {

		private final RecentList contacts;

		Contacts(RecentList contactsRecentList) {
			this.contacts = contactsRecentList;
		}

		void wroteTo(String user, String contact) {
			this.contacts.touch(user, contact);
		}

		List<String> typed(String user, String prefix) {
			return this.contacts.complete(user, prefix, 10); // "mar" finds Maria and MARK
		}

		void forget(String user, String contact) {
			this.contacts.remove(user, contact);
		}

	}

}
