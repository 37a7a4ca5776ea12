// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.demo;

import java.util.List;

import io.github.rediscomponents.sample.chat.Chats;
import io.github.rediscomponents.sample.chat.FirstLine;
import io.github.rediscomponents.sample.follow.Follows;
import io.github.rediscomponents.sample.upkeep.Teller;
import io.github.rediscomponents.sample.user.UserStore;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Makes a new user follow some people of the demonstration, and opens a chat with three
 * of them. Every step can be repeated without a further effect.
 */
@Component
class WelcomeTeller implements Teller {

	static final String KIND = "welcome";

	private static final long HOST = 1;

	private static final long GUIDE = 6;

	private static final long GOURMET = 24;

	private static final List<FirstLine> LINES = List.of(new FirstLine(HOST, "欢迎来到杭州！你的动态里已经有几位吃货了，看看他们最近去了哪儿。"),
			new FirstLine(GUIDE, "Welcome! This is a group chat: all of us read the same lines in the same order."),
			new FirstLine(GOURMET, "新白鹿有秒杀券，抢完还有下一场，手要快。"),
			new FirstLine(GUIDE, "One per person, and the stock never goes below zero. Try it."),
			new FirstLine(HOST, "有什么想吃的，在这里说一声。"));

	/** Follows and chats themselves depend on the tellers. */
	private final ObjectProvider<Follows> follows;

	private final ObjectProvider<Chats> chats;

	private final UserStore users;

	WelcomeTeller(ObjectProvider<Follows> follows, ObjectProvider<Chats> chats, UserStore users) {
		this.follows = follows;
		this.chats = chats;
		this.users = users;
	}

	@Override
	public String kind() {
		return KIND;
	}

	@Override
	public void tell(long userId, long targetId) {
		this.users.findAll(People.guides()).forEach((guide) -> this.follows.getObject().follow(userId, guide.id()));
		this.chats.getObject().open(HOST + "-" + userId, List.of(HOST, GUIDE, GOURMET, userId), LINES);
	}

}
