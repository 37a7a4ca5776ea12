// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.time.Instant;

import io.github.rediscomponents.id.IdParts;
import io.github.rediscomponents.id.IdSequence;
import io.github.rediscomponents.id.IdWorker;

/**
 * The code of the page about ids.
 */
class IdWorkerExamples {

	static class Orders {

		private final IdSequence ids;

		Orders(IdWorker worker) {
			this.ids = worker.sequence("order");
		}

		long place() {
			return this.ids.nextId();
		}

	}

	static class Tour {

		private final IdWorker worker;

		Tour(IdWorker worker) {
			this.worker = worker;
		}

		String show() {
			long order = this.worker.nextId("order");
			long[] lines = this.worker.nextIds("order-line", 100);

			IdParts parts = this.worker.parse(order);
			Instant when = parts.instant();

			String text = this.worker.text(order); // 13 characters, sortable
			long again = this.worker.fromText(text);

			Instant end = this.worker.expiresAt();
			return lines.length + text + again + when + end;
		}

	}

}
