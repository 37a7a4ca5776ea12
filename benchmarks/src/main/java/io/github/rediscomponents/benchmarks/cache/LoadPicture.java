// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * Two series of counts over time as an SVG file, in light colours or dark ones as the
 * reader prefers.
 *
 * @param title what happens
 * @param unit what is counted in each step
 * @param stepMillis the time between two counts
 * @param before the first series
 * @param after the second one
 */
record LoadPicture(String title, String unit, int stepMillis, Series before, Series after) {

	private static final int WIDTH = 800;

	private static final int HEIGHT = 360;

	private static final int LEFT = 70;

	private static final int RIGHT = 20;

	private static final int TOP = 84;

	private static final int BOTTOM = 52;

	private static final String STYLE = """
			text { font: 13px system-ui, sans-serif; fill: #24292f }
			.title { font-size: 16px; font-weight: 600 }
			.page { fill: #ffffff }
			.grid { stroke: #d0d7de }
			.before { stroke: #b3261e; fill: none; stroke-width: 2 }
			.area { fill: #b3261e; fill-opacity: 0.15 }
			.after { stroke: #0969da; fill: none; stroke-width: 2.5 }
			@media (prefers-color-scheme: dark) {
			text { fill: #e6edf3 }
			.page { fill: #0d1117 }
			.grid { stroke: #3d444d }
			.before { stroke: #ff7b72 }
			.area { fill: #ff7b72 }
			.after { stroke: #79c0ff }
			}
			""";

	String svg() {
		StringBuilder svg = new StringBuilder(String.format(Locale.ROOT, """
				<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
				<title>%3$s</title>
				<style>
				%4$s</style>
				<rect class="page" width="%1$d" height="%2$d" rx="6"/>
				""", WIDTH, HEIGHT, this.title, STYLE));
		text(svg, LEFT, 28, "title", "start", this.title);
		legend(svg);
		valueAxis(svg);
		timeAxis(svg);
		String line = line(this.before.values);
		svg.append(String.format(Locale.ROOT, "<path class=\"area\" d=\"%s L%.1f %.1f L%.1f %.1f Z\"/>%n", line,
				x(this.before.values.length), y(0), x(0), y(0)));
		svg.append(String.format(Locale.ROOT, "<path class=\"before\" d=\"%s\"/>%n", line));
		svg.append(String.format(Locale.ROOT, "<path class=\"after\" d=\"%s\"/>%n", line(this.after.values)));
		return svg.append("</svg>\n").toString();
	}

	private void legend(StringBuilder svg) {
		legend(svg, LEFT, "before", this.before.label);
		legend(svg, LEFT + 330, "after", this.after.label);
	}

	private static void legend(StringBuilder svg, int x, String style, String label) {
		svg.append(String.format(Locale.ROOT, "<path class=\"%s\" d=\"M%d 50 h28\"/>%n", style, x));
		text(svg, x + 36, 54, "", "start", label);
	}

	private void valueAxis(StringBuilder svg) {
		int step = stepOf(highest());
		for (int value = 0; value <= ceiling(); value += step) {
			svg.append(String.format(Locale.ROOT, "<path class=\"grid\" d=\"M%d %.1f H%d\"/>%n", LEFT, y(value),
					WIDTH - RIGHT));
			text(svg, LEFT - 8, y(value) + 4, "", "end", String.format(Locale.ROOT, "%,d", value));
		}
		text(svg, LEFT, TOP - 10, "", "start", this.unit);
	}

	private void timeAxis(StringBuilder svg) {
		int perSecond = 1000 / this.stepMillis;
		int seconds = this.before.values.length / perSecond;
		for (int second = 0; second <= seconds; second++) {
			double x = x(second * perSecond);
			svg.append(String.format(Locale.ROOT, "<path class=\"grid\" d=\"M%.1f %.1f v5\"/>%n", x, y(0)));
			text(svg, x, y(0) + 20, "", "middle", String.valueOf(second));
		}
		text(svg, (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 10, "", "middle", "time (s)");
	}

	private static void text(StringBuilder svg, double x, double y, String style, String anchor, String text) {
		svg.append(String.format(Locale.ROOT, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s>%s</text>%n", x, y,
				anchor, style.isEmpty() ? "" : " class=\"" + style + "\"", text));
	}

	/** A stair, because each count stands for a span of time. */
	private String line(int[] values) {
		StringBuilder path = new StringBuilder(String.format(Locale.ROOT, "M%.1f %.1f", x(0), y(values[0])));
		for (int i = 0; i < values.length; i++) {
			path.append(String.format(Locale.ROOT, " V%.1f H%.1f", y(values[i]), x(i + 1)));
		}
		return path.toString();
	}

	private double x(int index) {
		return LEFT + (WIDTH - LEFT - RIGHT) * index / (double) this.before.values.length;
	}

	private double y(int value) {
		return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / (double) ceiling();
	}

	private int highest() {
		return IntStream.concat(Arrays.stream(this.before.values), Arrays.stream(this.after.values)).max().orElse(1);
	}

	private int ceiling() {
		int step = stepOf(highest());
		return (highest() + step - 1) / step * step;
	}

	/** 1, 2 or 5 times a power of ten, so that there are at most six lines. */
	private static int stepOf(int highest) {
		int power = 1;
		while (true) {
			for (int factor : new int[] { 1, 2, 5 }) {
				if (highest <= 6 * factor * power) {
					return factor * power;
				}
			}
			power *= 10;
		}
	}

	/**
	 * One series.
	 *
	 * @param label its name in the legend
	 * @param values the counts
	 */
	record Series(String label, int[] values) {

	}

}
