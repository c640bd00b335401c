import { type Html, html } from '#shared/html/html.ts';

/** A series of a chart. The first one is drawn filled, the second one as an outline. */
interface Series {
  label: string;
  /** The value of each bar. Null draws no bar. */
  values: readonly (number | null)[];
}

/** A bar chart with one group of bars for each position on the x-axis. */
export interface Chart {
  id: string;
  title: string;
  /** The text that a screen reader reads after the title. */
  description: string;
  series: readonly Series[];
  /** The labels of the first and the last position on the x-axis. */
  axisLabels: { first: string; last: string };
  /** Formats the largest value, at the top of the y-axis. */
  format(value: number): string;
}

// All lengths are in units of the viewBox, which is scaled to the width of the page.
const width = 600;
const plot = { top: 64, bottom: 208 };
const height = 244;
/** The height of the legend, above the plot. A chart with one series has no legend. */
const legendHeight = 32;
/** The space from one label of the legend to the next. */
const legendStep = 230;

/** Returns the largest value of some series, or 0 if no value is known. */
export function findLargestValue(series: Chart['series']): number {
  const values = series.flatMap((oneSeries) => oneSeries.values);
  return Math.max(0, ...values.map((value) => value ?? 0));
}

/** Renders a chart as SVG, which scales to the width of the page and has no script. */
export function renderChart(chart: Chart): Html {
  const { id, title, description, axisLabels, series } = chart;
  const max = findLargestValue(series);
  const hasLegend = series.length > 1;
  const viewTop = hasLegend ? 0 : legendHeight;
  const bars = series.flatMap((oneSeries, index) =>
    renderSeries(oneSeries, { index, count: series.length, max }),
  );
  return html`<svg class="chart" viewBox="0 ${viewTop} ${width} ${height - viewTop}" role="img"
aria-labelledby="${id}-title ${id}-description">
<title id="${id}-title">${title}</title>
<desc id="${id}-description">${description}</desc>
${hasLegend && series.map(renderLegend)}
<line x1="0" y1="${plot.top}" x2="${width}" y2="${plot.top}" class="grid"/>
<text x="0" y="${plot.top - 8}">${chart.format(max)}</text>
${bars}<line x1="0" y1="${plot.bottom}" x2="${width}" y2="${plot.bottom}" class="axis"/>
<text x="0" y="${height - 8}">${axisLabels.first}</text>
<text x="${width}" y="${height - 8}" text-anchor="end">${axisLabels.last}</text>
</svg>
`;
}

/** Returns the CSS class of the bars of the series at an index. */
function getBarClass(index: number): string {
  return index === 0 ? 'bar' : 'bar outlined';
}

/** Renders the legend of a series: a square in the style of the bars, and the label. */
function renderLegend({ label }: Series, index: number): Html {
  const x = index * legendStep;
  return html`<rect class="${getBarClass(index)}" x="${x + 1}" y="5" width="16" height="16"/>
<text x="${x + 26}" y="21">${label}</text>
`;
}

interface SeriesLayout {
  /** The index of the series in the chart. */
  index: number;
  /** The number of series. */
  count: number;
  /** The largest value of the chart. */
  max: number;
}

function renderSeries({ values }: Series, { index, count, max }: SeriesLayout): Html[] {
  const step = width / values.length;
  // A quarter of each step is left free, half of it before the bars.
  const barWidth = (step * 0.75) / count;
  return values.flatMap((value, position) => {
    if (!value) return [];
    const barHeight = ((plot.bottom - plot.top) * value) / max;
    const x = (step * position + step * 0.125 + barWidth * index).toFixed(1);
    const y = (plot.bottom - barHeight).toFixed(1);
    return html`<rect class="${getBarClass(index)}" x="${x}" y="${y}"
width="${barWidth.toFixed(1)}" height="${barHeight.toFixed(1)}"/>
`;
  });
}
