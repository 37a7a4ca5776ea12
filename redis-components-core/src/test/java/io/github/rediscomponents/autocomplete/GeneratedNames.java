// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.List;
import java.util.Random;

/**
 * Names of places that nobody has heard of, in several scripts, many of them with the
 * same beginning.
 */
final class GeneratedNames {

	private static final List<List<String>> SYLLABLES = List.of(
			List.of("san ", "new ", "port ", "saint ", "ber", "lon", "ham", "burg", "ton", "ville", "ford", "na", "mi",
					"ro", "ka"),
			List.of("São ", "Å", "ñu", "ção", "é", "über", "ström", "Łó", "dź", "ışık", "Đà", "ñe"),
			List.of("Ново", "Ниж", "ний ", "град", "Ёл", "кин", "ово", "ск", "бург", "Йош"),
			List.of("北", "京", "上", "海", "東", "新", "山", "川", "南", "州", "城", "村"),
			List.of("サン", "ト", "ガ", "ﾊﾞ", "シ", "京", "ー"), List.of("서", "울", "부", "산", "대", "구", "광", "주"));

	private GeneratedNames() {
	}

	static String next(Random random) {
		// Half of them Latin.
		List<String> script = SYLLABLES.get(Math.max(0, random.nextInt(10) - 4));
		StringBuilder name = new StringBuilder();
		for (int i = 2 + random.nextInt(4); i > 0; i--) {
			// Low numbers more often.
			name.append(script.get(Math.min(random.nextInt(script.size()), random.nextInt(script.size()))));
		}
		return name.toString();
	}

}
