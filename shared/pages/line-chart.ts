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

/** A chart of one value over the time of a workout. */
export interface LineChart {
  id: string;
  title: string;
  /** What the chart says, in a sentence below the title. */
  story: string;
  /** The description of the drawing for those who do not see it. */
  description: string;
  /** Seconds from the start to each point. */
  seconds: readonly number[];
  /** The value of each point in the unit of the y-axis. Null interrupts the line. */
  values: readonly (number | null)[];
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

/** Lists the points between which a line is drawn: not across unknown values and pauses. */
export function listParts(
  seconds: readonly number[],
  values: readonly (number | null)[],
): DrawnPoint[][] {
  const duration = (seconds.at(-1) ?? 0) - (seconds[0] ?? 0);
  const longest = (pauseIntervals * duration) / Math.max(1, seconds.length - 1);
  const parts: DrawnPoint[][] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, time] of seconds.entries()) {
    const value = values[index] ?? null;
    if (value === null) last = Number.NEGATIVE_INFINITY;
    else {
      if (time - last > longest) parts.push([]);
      parts.at(-1)?.push([time, value]);
      last = time;
    }
  }
  return parts;
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
  const { id, title, story, description, seconds, values, isReversed = false } = chart;
  const ticks = listTicks(values, chart.scale, chart.minStep);
  const end = Math.max(1, seconds.at(-1) ?? 0);
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const toY = (value: number) => {
    const share = (value - low) / (high - low);
    return height * (isReversed ? share : 1 - share);
  };
  const parts = listParts(seconds, values).map((points) =>
    points.map(([time, value]): DrawnPoint => [(width * time) / end, toY(value)]),
  );
  const fromTop = isReversed ? ticks : ticks.toReversed();
  const lines = fromTop.slice(0, -1).map((_, index) => {
    const y = top + ((bottom - top) * index) / (fromTop.length - 1);
    return renderLine(Math.round(y), 'grid');
  });
  return html`<figure class="chart" id="${id}">
<figcaption><h2>${title}</h2>
<p class="muted">${story}</p></figcaption>
<div class="plot">
<p class="ticks" aria-hidden="true">
${fromTop.map((value) => html`<span>${chart.formatTick(value)}</span>\n`)}</p>
<svg role="img" aria-labelledby="${id}-title" aria-describedby="${id}-text">
<title id="${id}-title">${title}</title>
<desc id="${id}-text">${description}</desc>
${lines}${renderLine(bottom, 'axis')}<svg y="${top}" height="${bottom - top}"
viewBox="0 0 ${width} ${height}" preserveAspectRatio="none"><path class="curve"
d="${toPath(parts)}"/></svg>
${renderTimes(end)}</svg>
</div>
</figure>
`;
}

/** Renders the times under the axis. */
function renderTimes(end: number): Html {
  const step = findStep(end, 'seconds', 5);
  const times = Array.from(
    { length: Math.floor(end / step) + 1 },
    (_, index) => index * step,
  );
  const texts = times.map((time) => {
    const x = (100 * time) / end;
    const anchor = x > 96 ? 'end' : 'middle';
    return html`<text x="${toPercent(x)}" y="${tickY}" text-anchor="${
      time === 0 ? 'start' : anchor
    }">${time === 0 ? '0' : formatTimeStep(time)}</text>
`;
  });
  return html`${texts}`;
}
