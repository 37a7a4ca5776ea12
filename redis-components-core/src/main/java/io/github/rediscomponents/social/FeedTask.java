// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

/**
 * A part of a fan-out, as it is written into the queue.
 *
 * @param kind the kind of work
 * @param author the author of the followers
 * @param post the id of the post; the turn of the author for marks
 * @param digits the time of the post; empty for marks
 * @param after only followers after that one, empty for all
 * @param upTo only followers up to that one, empty for all
 */
record FeedTask(Kind kind, String author, String post, String digits, String after, String upTo) {

	/** Divides a post's followers into deliveries. */
	static FeedTask divide(String author, String post, String digits) {
		return new FeedTask(Kind.DIVIDE, author, post, digits, "", "");
	}

	static FeedTask mark(String author, long turn) {
		return new FeedTask(Kind.MARK, author, String.valueOf(turn), "", "", "");
	}

	FeedTask between(String first, String last) {
		return new FeedTask((this.kind == Kind.DIVIDE) ? Kind.DELIVER : this.kind, this.author, this.post, this.digits,
				first, last);
	}

	/** The kind of work. */
	enum Kind {

		DIVIDE, DELIVER, MARK

	}

}
