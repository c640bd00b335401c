import { type Html, html } from '../html/html.ts';

/** A series of a chart. Each of at most four has a color. */
interface Series {
  label: string;
  /** The sum of the values, in words. */
  sum?: string | undefined;
  /** The value of each bar. Null draws no bar. */
  values: readonly (number | null)[];
}

/** A position on the x-axis. */
interface Position {
  /** The subject of the bars, as in `November 2`. */
  label: string;
  /** The text under the axis. Positions without one have no text. */
  tick?: string | undefined;
  /** Whether the text is left out on a narrow page. */
  isMinor?: boolean;
  /** What the title of the bars says besides their values. */
  note?: string | undefined;
  /** The page with the details. */
  url: string;
}

/** A bar chart with one bar for each position on the x-axis, on which the series are stacked. */
export interface Chart {
  id: string;
  title: string;
  /** A summary of the values in a sentence, e.g. the highest and the average. */
  story: string;
  series: readonly Series[];
  positions: readonly Position[];
  /** The sizes between which the y-axis chooses its step. */
  scale: Scale;
  /** The factor of a value to the unit in which the y-axis counts. Defaults to 1. */
  factor?: number;
  /** Formats a value with its unit. */
  format(value: number): string;
  /** Formats a value at the y-axis, shorter. Defaults to `format`. */
  formatTick?(value: number): string;
}

/** Steps of an axis that people count in: of decimal numbers, or of seconds. */
export type Scale = 'decimal' | 'seconds';

// The y-coordinates are in pixels, as the labels of the stylesheet are. The x-coordinates are in
// percent, so the bars fill the width of the page, and their texts keep their size.
export const top = 8;
export const bottom = 168;
export const tickY = 188;

/** Returns the height of the highest bar, or 0 if no value is known. */
function findLargestSum({ series, positions }: Chart): number {
  const sums = positions.map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  return Math.max(0, ...sums);
}

const minute = 60;
const hour = 60 * minute;
/** Steps in seconds that are whole parts of minutes and hours. */
const timeSteps = [
  ...[5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minute),
  ...[1, 2, 3, 5, 10, 25, 50, 100, 250, 500].map((hours) => hours * hour),
];

/** Returns the smallest step of a scale of which a number, two by default, reach a value. */
export function findStep(largest: number, scale: Scale, count = 2): number {
  if (scale === 'seconds') {
    const step = timeSteps.find((seconds) => count * seconds >= largest);
    if (step !== undefined) return step;
  }

  const part = largest > 0 ? largest / count : 1;
  const magnitude = 10 ** Math.floor(Math.log10(part));
  const factor = [1, 2, 2.5, 5].find((size) => size * magnitude >= part) ?? 10;
  return factor * magnitude;
}

/** Formats the seconds of a step at an axis: as whole hours, minutes or seconds, or zero. */
export function formatTimeStep(seconds: number): string {
  if (seconds === 0) return '0';
  if (seconds % minute !== 0) return `${seconds} s`;
  return seconds % hour === 0 ? `${seconds / hour} h` : `${seconds / minute} min`;
}

/**
 * Renders a chart as SVG, which is as wide as the page and has no script. Its bars lead to their
 * details. The Tab key passes them over: the table beside the chart has the same links.
 */
export function renderChart(chart: Chart): Html {
  const { id, title, positions, scale, factor = 1, format } = chart;
  const { formatTick = format } = chart;
  const step = findStep(findLargestSum(chart) * factor, scale) / factor;
  const ticks = [2 * step, step, 0];
  return html`<figure class="chart" id="${id}">
<figcaption><h2 id="${id}-title">${title}</h2>
<p class="muted" id="${id}-story">${chart.story}</p>
${renderLegend(chart)}</figcaption>
<div class="plot">
<p class="ticks" aria-hidden="true">
${ticks.map((value) => html`<span>${formatTick(value)}</span>\n`)}</p>
<svg role="group" aria-labelledby="${id}-title" aria-describedby="${id}-story">
${[top, (top + bottom) / 2].map((y) => renderLine(y, 'grid'))}${renderLine(bottom, 'axis')}
${positions.map((_, index) => renderPosition(chart, index, 2 * step))}</svg>
</div>
</figure>
`;
}

/** Renders a line across a chart. */
export function renderLine(y: number, className: string): Html {
  return html`<line x1="0" x2="100%" y1="${y}" y2="${y}" class="${className}"/>\n`;
}

/** The classes of the bars of each series. */
const barClasses = ['bar', 'bar second', 'bar third', 'bar fourth'];

/** Renders the colors of several series, with their names and sums. */
function renderLegend({ series }: Chart): Html {
  if (series.length < 2) return html``;
  const items = series.map(
    ({ label, sum }, index) => html`<li><svg viewBox="0 0 14 14" aria-hidden="true"><rect
class="${barClasses[index] ?? ''}" width="14" height="14" rx="3"/></svg><span>${label}${
      sum !== undefined && html`<span class="muted">: ${sum}</span>`
    }</span></li>
`,
  );
  return html`<ul class="legend">
${items}</ul>
`;
}

/** Renders the bar at a position, which leads to its page, and the text under the axis. */
function renderPosition(chart: Chart, index: number, max: number): Html {
  const { series, positions, format } = chart;
  const position = positions[index];
  if (!position) return html``;
  const width = 100 / positions.length;
  const x = width * index;
  const known = series.flatMap(({ label, values }) => {
    const value = values[index] ?? null;
    if (value === null) return [];
    return series.length > 1 ? `${label} ${format(value)}` : format(value);
  });
  const texts = known.length > 0 ? known : ['–'];
  const text = [...texts, position.note].filter((part) => part !== undefined).join(', ');
  let below = 0;
  const parts = series.map(({ values }, order) => {
    const value = values[index] ?? null;
    const className = barClasses[order] ?? '';
    // A fifth of each step is left free, half of it before the bar.
    const bar = { x: x + width * 0.1, width: width * 0.8, below, max, className };
    below += value ?? 0;
    return renderBar(value, bar);
  });
  return html`<a href="${position.url}" tabindex="-1"><title>${position.label}: ${text}</title>
<rect class="hit" x="${toPercent(x)}" width="${toPercent(width)}" y="${top}"
height="${bottom - top}"/>
${parts}</a>
${renderTick(position, index, positions.length)}`;
}

interface Bar {
  /** In percent of the width of the chart. */
  x: number;
  /** In percent of the width of the chart. */
  width: number;
  /** The sum of the values under this one. */
  below: number;
  /** The value at the top of the chart. */
  max: number;
  className: string;
}

function renderBar(value: number | null, { x, width, below, max, className }: Bar): Html {
  if (!value) return html``;
  const scale = (bottom - top) / max;
  // A small value is still seen.
  const height = Math.max(1, scale * value);
  const y = bottom - scale * below - height;
  return html`<rect class="${className}" x="${toPercent(x)}" y="${y.toFixed(1)}"
width="${toPercent(width)}" height="${height.toFixed(1)}" rx="1"/>
`;
}

/** Renders the text under the middle of a position, or at the edge of the chart. */
function renderTick(
  { tick, isMinor = false }: Position,
  index: number,
  count: number,
): Html {
  if (tick === undefined) return html``;
  const isFirst = count > 12 && index === 0;
  const center = (100 / count) * (index + 0.5);
  const [x, anchor] = isFirst ? [0, 'start'] : [center, 'middle'];
  return html`<text x="${toPercent(x)}" y="${tickY}" text-anchor="${anchor}"${
    isMinor && { html: ' class="minor"' }
  }>${tick}</text>
`;
}

/** Returns a coordinate in percent of the width of a chart. */
export function toPercent(value: number): string {
  return `${value.toFixed(2)}%`;
}
