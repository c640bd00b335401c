import { type Html, html } from '../html/html.ts';
import {
  bottom,
  findStep,
  formatTimeStep,
  renderLine,
  type Scale,
  tickY,
  toPercent,
  top,
} from './chart.ts';

/** A text under the x-axis. */
interface AxisLabel {
  place: number;
  text: string;
  /** Whether the text is left out on a narrow page. */
  isMinor?: boolean;
}

/** A chart of one value over time. */
export interface LineChart {
  id: string;
  title: string;
  /** Of the heading with the title. Defaults to 2. */
  level?: 2 | 3;
  /** What the chart says, in a sentence below the title. */
  story: string;
  /** The description of the drawing for those who do not see it. */
  description: string;
  /** The place of each point on the x-axis, e.g. seconds from the start of a workout. */
  places: readonly number[];
  /** The value of each point in the unit of the y-axis. Null interrupts the line. */
  values: readonly (number | null)[];
  /** Values at the same places that are drawn as dots, e.g. those of which the line is a mean. */
  dots?: readonly number[];
  /** The longest distance that a line joins. Defaults to four times the average one. */
  maxGap?: number;
  /** The end of the x-axis. Defaults to the last place. */
  end?: number;
  /** The texts under the x-axis. Defaults to times. */
  labels?: readonly AxisLabel[];
  /** The sizes between which the y-axis chooses its step, and the smallest one. */
  scale: Scale;
  minStep: number;
  /** Whether a small value is at the top, as of a pace. Defaults to false. */
  isReversed?: boolean;
  /** Formats a value at the y-axis, without its unit. */
  formatTick(value: number): string;
}

export type DrawnPoint = readonly [x: number, y: number];

/** The size of a drawing, which the page stretches to its own. */
const width = 1000;
const height = 320;

/** Without points for this many average intervals, the recording was paused. */
const pauseIntervals = 4;

/**
 * Returns the path of lines through the points of each part. A single point is a dot. Distances
 * from point to point are shorter than coordinates.
 */
export function toPath(parts: readonly (readonly DrawnPoint[])[]): string {
  let path = '';
  for (const points of parts) {
    const start = path.length;
    let [lastX, lastY] = [0, 0];
    for (const [x, y] of points) {
      const [right, down] = [Math.round(x) - lastX, Math.round(y) - lastY];
      if (path.length === start) path += `M${right} ${down}l0 0`;
      else if (right !== 0 || down !== 0)
        path += `${right < 0 ? '' : ' '}${right}${down < 0 ? '' : ' '}${down}`;
      lastX += right;
      lastY += down;
    }
  }
  return path;
}

/** Lists the points between which a line is drawn: not across unknown values and long gaps. */
export function listParts(
  places: readonly number[],
  values: readonly (number | null)[],
  maxGap = findLongestInterval(places),
): DrawnPoint[][] {
  const parts: DrawnPoint[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, place] of places.entries()) {
    const value = values[index] ?? null;
    if (value === null) last = Number.NEGATIVE_INFINITY;
    else {
      if (place - last > maxGap) parts.push([]);
      parts.at(-1)?.push([place, value]);
      last = place;
    }
  }
  return parts;
}

/** Returns the longest distance of two points that are no pause. */
export function findLongestInterval(places: readonly number[]): number {
  const duration = (places.at(-1) ?? 0) - (places[0] ?? 0);
  return (pauseIntervals * duration) / Math.max(1, places.length - 1);
}

/** Returns the values at the y-axis, the lowest first: at most six, at equal distances. */
export function listTicks(
  values: readonly (number | null)[],
  scale: Scale,
  minStep: number,
): number[] {
  const known = values.filter((value) => value !== null);
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const step = Math.max(minStep, findStep(highest - lowest, scale, 4));
  const first = Math.floor(lowest / step);
  const count = Math.ceil(highest / step) - first;
  // A flat line is in the middle.
  const begin = count === 0 ? first - 1 : first;
  return Array.from(
    { length: Math.max(2, count) + 1 },
    (_, index) => (begin + index) * step,
  );
}

/** Renders a chart as SVG, which is as wide as the page. */
export function renderLineChart(chart: LineChart): Html {
  const { id, title, story, description, places, values, dots = [], maxGap } = chart;
  const { isReversed = false, labels, level = 2 } = chart;
  const ticks = listTicks([...values, ...dots], chart.scale, chart.minStep);
  const { end = Math.max(1, places.at(-1) ?? 0) } = chart;
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const toY = (value: number) => {
    const share = (value - low) / (high - low);
    return height * (isReversed ? share : 1 - share);
  };
  const toPoint = ([place, value]: DrawnPoint): DrawnPoint => [
    (width * place) / end,
    toY(value),
  ];
  const parts = listParts(places, values, maxGap).map((points) => points.map(toPoint));
  const dotParts = dots.map((value, index) => [toPoint([places[index] ?? 0, value])]);
  const fromTop = isReversed ? ticks : ticks.toReversed();
  const lines = fromTop.slice(0, -1).map((_, index) => {
    const y = top + ((bottom - top) * index) / (fromTop.length - 1);
    return renderLine(Math.round(y), 'grid');
  });
  return html`<figure class="chart" id="${id}">
<figcaption>${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}
<p class="muted">${story}</p></figcaption>
<div class="plot">
<p class="ticks" aria-hidden="true">
${fromTop.map((value) => html`<span>${chart.formatTick(value)}</span>\n`)}</p>
<svg role="img" aria-labelledby="${id}-title" aria-describedby="${id}-text">
<title id="${id}-title">${title}</title>
<desc id="${id}-text">${description}</desc>
${lines}${renderLine(bottom, 'axis')}<svg y="${top}" height="${bottom - top}"
viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${
    dots.length > 0 && html`<path class="curve dots" d="${toPath(dotParts)}"/>`
  }<path class="curve"
d="${toPath(parts)}"/></svg>
${(labels ?? listTimes(end)).map((label) => renderLabel(label, end))}</svg>
</div>
</figure>
`;
}

/** Lists the times under the axis of a workout. On a phone, there is room for four. */
function listTimes(end: number): AxisLabel[] {
  const step = findStep(end, 'seconds', 5);
  const count = Math.floor(end / step) + 1;
  return Array.from({ length: count }, (_, index) => ({
    place: index * step,
    text: formatTimeStep(index * step),
    isMinor: count > 4 && index % 2 === 1,
  }));
}

function renderLabel({ place, text, isMinor = false }: AxisLabel, end: number): Html {
  const x = (100 * place) / end;
  const inside = x > 96 ? 'end' : 'middle';
  return html`<text x="${toPercent(x)}" y="${tickY}" text-anchor="${
    x < 4 ? 'start' : inside
  }"${isMinor && { html: ' class="minor"' }}>${text}</text>
`;
}
