// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.github.rediscomponents.sample.fixture.Guide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Vouchers of shops.
 */
class VoucherTests {

	private final Guide guide = Guide.shared();

	private final String token = this.guide.tokenOf(1);

	@Test
	void aShopsVouchersAreWhatTheFileSays() {
		List<JsonNode> vouchers = this.guide.get("/voucher/list/1").list();
		assertThat(vouchers).extracting((voucher) -> voucher.path("id").asLong())
			.containsExactly(1L, 2L, 3L, 4L, 10L, 11L);
		JsonNode ordinary = vouchers.get(0);
		assertThat(ordinary.propertyNames()).containsExactlyInAnyOrder("id", "shopId", "title", "subTitle", "rules",
				"payValue", "actualValue", "type", "status");
		assertThat(ordinary.path("payValue").asLong()).isEqualTo(4750);
		JsonNode seckill = vouchers.get(2);
		assertThat(seckill.path("type").asInt()).isEqualTo(1);
		assertThat(seckill.path("stock").asInt()).isEqualTo(100);
		assertThat(seckill.path("beginTime").asString()).isEqualTo("2024-01-01T00:00:00");
		assertThat(seckill.path("endTime").asString()).isEqualTo("2030-12-31T23:59:59");
		assertThat(vouchers.get(4).path("endTime").asString()).isEqualTo("2024-01-26T23:09:04");
	}

	@Test
	void theDemonstrationHasASaleThatIsOn() {
		JsonNode sale = this.guide.get("/voucher/list/3").list().get(0);
		assertThat(LocalDateTime.parse(sale.path("beginTime").asString())).isBefore(LocalDateTime.now());
		assertThat(LocalDateTime.parse(sale.path("endTime").asString())).isAfter(LocalDateTime.now().plusDays(29));
		assertThat(sale.path("stock").asInt()).isEqualTo(100);
	}

	@Test
	void shopsWithoutVouchersHaveAnEmptyList() {
		assertThat(this.guide.get("/voucher/list/2").list()).isEmpty();
		assertThat(this.guide.get("/voucher/list/0").list()).isEmpty();
		assertThat(this.guide.get("/voucher/list/999999").list()).isEmpty();
	}

	@Test
	void vouchersCanBeCreated() {
		long id = this.guide.post("/voucher", this.token, """
				{"shopId":9,"title":"Lunch","payValue":1000,"actualValue":2000}""").data().asLong();
		long sale = this.guide.post("/voucher/seckill", this.token, """
				{"shopId":9,"title":"Dinner","subTitle":"once","rules":"no rules","payValue":1,"actualValue":2000,
				"stock":7,"beginTime":"2026-01-01T00:00:00","endTime":"2026-01-01T00:00:01"}""").data().asLong();
		List<JsonNode> vouchers = this.guide.get("/voucher/list/9").list();
		assertThat(vouchers).extracting((voucher) -> voucher.path("id").asLong()).contains(id, sale);
		JsonNode created = vouchers.get(vouchers.size() - 1);
		assertThat(created.path("stock").asInt()).isEqualTo(7);
		assertThat(created.path("endTime").asString()).isEqualTo("2026-01-01T00:00:01");
	}

	@Test
	void vouchersCanBeCreatedWhenTheConnectionThatMadeTheTablesIsClosed() throws SQLException {
		HikariDataSource pool = this.guide.bean(DataSource.class).unwrap(HikariDataSource.class);
		pool.getHikariPoolMXBean().softEvictConnections();
		await().until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
		this.guide.post("/voucher", this.token, """
				{"shopId":10,"title":"Lunch","payValue":1000,"actualValue":2000}""").assertDone();
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"shopId\":1,\"title\":\"a\\ud800\",\"payValue\":1,\"actualValue\":1}",
			"{\"shopId\":1,\"title\":\"a\",\"subTitle\":\"\\u0000\",\"payValue\":1,\"actualValue\":1}",
			"{\"shopId\":1,\"title\":\"a\",\"rules\":\"\\udc00\",\"payValue\":1,\"actualValue\":1}",
			"{\"shopId\":999999,\"title\":\"a\",\"payValue\":1,\"actualValue\":1}",
			"{\"shopId\":1,\"title\":\"\",\"payValue\":1,\"actualValue\":1}",
			"{\"shopId\":1,\"title\":\"a\",\"payValue\":-1,\"actualValue\":1}",
			"{\"shopId\":1,\"title\":\"a\",\"payValue\":1,\"actualValue\":0}",
			"{\"shopId\":1,\"title\":\"a\",\"payValue\":1,\"actualValue\":1,\"type\":1}",
			"{\"shopId\":1,\"title\":\"a\",\"payValue\":1,\"actualValue\":1,\"status\":4}" })
	void badVouchersAreRefused(String voucher) {
		this.guide.post("/voucher", this.token, voucher).assertRefused();
	}

	@ParameterizedTest
	@ValueSource(strings = { "\"stock\":1",
			"\"stock\":0,\"beginTime\":\"2026-01-01T00:00:00\",\"endTime\":\"2027-01-01T00:00:00\"",
			"\"stock\":-5,\"beginTime\":\"2026-01-01T00:00:00\",\"endTime\":\"2027-01-01T00:00:00\"",
			"\"stock\":1,\"beginTime\":\"2027-01-01T00:00:00\",\"endTime\":\"2027-01-01T00:00:00\"",
			"\"stock\":1,\"beginTime\":\"2028-01-01T00:00:00\",\"endTime\":\"2027-01-01T00:00:00\"",
			"\"stock\":1,\"beginTime\":\"2027-01-01T00:00:00.0001\",\"endTime\":\"2027-01-01T00:00:00.0002\"",
			"\"stock\":1,\"beginTime\":\"2028-01-01T00:00:00\"",
			"\"stock\":1,\"beginTime\":\"2028-01-01T00:00:00\",\"endTime\":\"+12028-01-01T00:00:00\"" })
	void badSalesAreRefused(String sale) {
		this.guide
			.post("/voucher/seckill", this.token,
					"{\"shopId\":1,\"title\":\"a\",\"payValue\":1,\"actualValue\":1," + sale + "}")
			.assertRefused();
	}

	@ParameterizedTest
	@CsvSource({ "12028-01-01T00:00:00, 400, A time has to look like 2026-01-31T20:00",
			"tomorrow, 400, A time has to look like 2026-01-31T20:00",
			"+12028-01-01T00:00:00, 200, The sale has to begin and end in the years from 2000 to 9998." })
	void wrongTimesAreNamed(String end, int status, String sentence) {
		assertThat(this.guide
			.post("/voucher/seckill", this.token,
					"{\"shopId\":1,\"title\":\"a\",\"payValue\":1,\"actualValue\":1,\"stock\":1,"
							+ "\"beginTime\":\"2028-01-01T00:00:00\",\"endTime\":\"" + end + "\"}")
			.assertStatus(status)
			.sentence()).startsWith(sentence);
	}

}
