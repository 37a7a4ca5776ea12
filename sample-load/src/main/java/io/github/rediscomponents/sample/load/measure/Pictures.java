// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.measure;

import java.awt.Color;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws plots below each other into one PNG file.
 */
public final class Pictures {

	private static final int WIDTH = 900;

	private static final int HEIGHT = 280;

	/** Told apart by people who do not see all colours (Okabe and Ito). */
	private static final Color[] COLOURS = { new Color(0x0072B2), new Color(0xD55E00), new Color(0x009E73),
			new Color(0xCC79A7) };

	private Pictures() {
	}

	/**
	 * Draws plots.
	 * @param plots from top to bottom; those without any point are left out
	 * @param file where to, with the ending {@code .png}
	 * @throws UncheckedIOException if it cannot be written
	 */
	public static void write(List<Plot> plots, Path file) {
		double end = plots.stream()
			.flatMap((plot) -> plot.series().stream())
			.flatMap((series) -> series.seconds().stream())
			.mapToDouble(Double::doubleValue)
			.max()
			.orElse(0);
		List<XYChart> charts = plots.stream().filter(Pictures::hasPoints).map((plot) -> chart(plot, end)).toList();
		if (charts.isEmpty()) {
			return;
		}
		try {
			Files.createDirectories(file.toAbsolutePath().getParent());
			BitmapEncoder.saveBitmap(new ArrayList<>(charts), charts.size(), 1, file.toString(), BitmapFormat.PNG);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static boolean hasPoints(Plot plot) {
		return plot.series().stream().anyMatch((series) -> !series.values().isEmpty());
	}

	private static XYChart chart(Plot plot, double end) {
		XYChart chart = new XYChartBuilder().width(WIDTH)
			.height(HEIGHT)
			.title(plot.title())
			.xAxisTitle("seconds")
			.yAxisTitle(plot.unit())
			.build();
		chart.getStyler()
			.setYAxisMin(0.0)
			.setXAxisMin(0.0)
			.setXAxisMax(end)
			.setSeriesColors(COLOURS)
			.setLegendPosition(LegendPosition.OutsideS)
			.setLegendLayout(LegendLayout.Horizontal)
			.setChartBackgroundColor(Color.WHITE)
			.setLegendBorderColor(Color.WHITE)
			.setPlotBorderVisible(false);
		for (Series series : plot.series()) {
			if (!series.values().isEmpty()) {
				chart.addSeries(series.name(), series.seconds(), series.values())
					.setXYSeriesRenderStyle(plot.steps() ? XYSeriesRenderStyle.Step : XYSeriesRenderStyle.Line)
					.setMarker(SeriesMarkers.NONE);
			}
		}
		return chart;
	}

}
