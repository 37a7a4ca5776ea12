// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Who may change shops and sales.
 */
@ExtendWith(OutputCaptureExtension.class)
class ManagerTests {

	private static final String SHOP = "{\"name\":\"a\",\"typeId\":1,\"x\":1,\"y\":1}";

	private static final String VOUCHER = "{\"shopId\":1,\"title\":\"a\",\"payValue\":1,\"actualValue\":2}";

	@Test
	void onlyManagersMayOutsideOfADemo(CapturedOutput output) {
		Guide.Settings settings = new Guide.Settings().with("city-guide.managers.everybody", "false")
			.with("city-guide.managers.accounts", "MANAGER@example.com,13800138000");
		try (Guide guide = Guide.start(settings)) {
			String manager = guide.login("manager@example.com");
			String somebody = guide.tokenOf(4);
			guide.post("/shop", somebody, SHOP).assertStatus(403);
			guide.put("/shop", somebody, "{\"id\":1,\"sold\":1}").assertStatus(403);
			guide.post("/voucher", somebody, VOUCHER).assertStatus(403);
			guide.post("/voucher/seckill", somebody, VOUCHER).assertStatus(403);
			assertThat(
					guide.put("/voucher/seckill", somebody, "{\"id\":3,\"addStock\":1}").assertStatus(403).sentence())
				.isEqualTo("Only managers may do this.");
			guide.post("/shop", null, SHOP).assertStatus(401);
			guide.post("/api/shop", somebody, SHOP).assertStatus(403);
			assertThat(guide.get("/user/manager", manager).data().asBoolean()).isTrue();
			assertThat(guide.get("/user/manager", somebody).data().asBoolean()).isFalse();
			guide.get("/user/manager").assertStatus(401);
			guide.post("/shop", manager, SHOP).assertDone();
			guide.put("/shop", manager, "{\"id\":1,\"sold\":1}").assertDone();
			guide.post("/voucher", manager, VOUCHER).assertDone();
			guide.put("/voucher/seckill", manager, "{\"id\":3,\"addStock\":1}").assertDone();
			guide.get("/shop/1", somebody).assertDone();
		}
		assertThat(output).doesNotContain("Refused PUT");
	}

	@Test
	void aManagersAccountThatIsNoneStopsTheStart() {
		assertThatExceptionOfType(Exception.class)
			.isThrownBy(() -> Guide.start(new Guide.Settings().with("city-guide.managers.accounts", "me")))
			.havingRootCause()
			.withMessageContaining("city-guide.managers.accounts");
	}

}
