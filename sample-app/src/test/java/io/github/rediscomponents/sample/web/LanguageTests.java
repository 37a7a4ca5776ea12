// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Refusals in the language of the client.
 */
class LanguageTests {

	private static final HttpClient HTTP = HttpClient.newHttpClient();

	private final Guide guide = Guide.shared();

	@ParameterizedTest
	@CsvSource({ "/shop/0, 200, This shop does not exist., 该店铺不存在。", "/user/me, 401, Please log in first., 请先登录。",
			"/nothing, 404, There is nothing at this address., 这里什么也没有。",
			"/shop/abc, 400, The request cannot be understood., 无法理解该请求。",
			"/blog/like/1, 405, This address does not take that method., 该地址不支持这种请求方法。" })
	void aRefusalIsInTheLanguageOfTheClient(String path, int status, String english, String chinese) throws Exception {
		assertThat(said(path, status, null)).isEqualTo(english);
		assertThat(said(path, status, "fr-FR, en;q=0.5")).isEqualTo(english);
		assertThat(said(path, status, "zh-CN,zh;q=0.9,en;q=0.8")).isEqualTo(chinese);
	}

	@Test
	void theParametersOfASentenceAreInItsLanguageToo() {
		String token = this.guide.tokenOf(1);
		HttpRequest.Builder blank = this.guide.request("/user/nickname", token)
			.header("Content-Type", "application/json")
			.header("Accept-Language", "zh")
			.PUT(BodyPublishers.ofString("{\"nickName\":\" \"}"));
		assertThat(this.guide.send(blank).assertRefused().sentence()).isEqualTo("昵称需要 1 到 32 个字符。");
		assertThat(this.guide.put("/user/nickname", token, "{\"nickName\":\" \"}").assertRefused().sentence())
			.isEqualTo("The name needs 1 to 32 characters.");
	}

	@Test
	void limitsOfAnAddressAreInTheLanguageOfTheClient() {
		Guide.Settings settings = new Guide.Settings().with("redis-components.http-rate-limit.enabled", "true");
		try (Guide strict = Guide.start(settings)) {
			String sentence = "";
			for (int i = 0; i < 200 && sentence.isEmpty(); i++) {
				Answer answer = strict.send(strict.request("/user/code?phone=" + Guide.randomAccount(), null)
					.header("Accept-Language", "zh-CN")
					.POST(BodyPublishers.noBody()));
				sentence = (answer.status() == 429) ? answer.sentence() : "";
			}
			assertThat(sentence).matches("您所在地址的请求过于频繁，请等待 \\d+ 秒。");
		}
	}

	private String said(String path, int status, @Nullable String language) throws Exception {
		HttpRequest.Builder request = this.guide.request(path, null).GET();
		if (language != null) {
			request.header("Accept-Language", language);
		}
		HttpResponse<String> response = HTTP.send(request.build(), BodyHandlers.ofString());
		assertThat(String.join(",", response.headers().allValues("Vary"))).containsIgnoringCase("Accept-Language");
		assertThat(response.headers().firstValue("Content-Language"))
			.hasValue((language != null && language.startsWith("zh")) ? "zh-CN" : "en");
		assertThat(response.statusCode()).isEqualTo(status);
		return this.guide.send(request).sentence();
	}

}
