import type { WorkoutOutline } from '#functions/diary/series/workout-curves.ts';
import { type Html, html } from '#shared/html/html.ts';
import { type DrawnPoint, toPath } from '#shared/pages/line-chart.ts';
import type { WorkoutPageView } from './workout.page.ts';

const metersPerDegree = 111_195;
const degree = Math.PI / 180;
/** The longer side of the drawing, without its margin. */
const size = 1000;
const margin = 30;

/**
 * Renders the way of a workout as a line without a map, so nothing is loaded from elsewhere. The
 * page has distances from the west and the north, no positions.
 */
export function renderRoute(outline: WorkoutOutline, view: WorkoutPageView): Html {
  const { labels, formats } = view;
  const parts = toMeters(outline);
  const points = parts.flat();
  const [begin, end] = [points[0], points.at(-1)];
  const width = Math.max(...points.map(([x]) => x));
  const height = Math.max(...points.map(([, y]) => y));
  const longest = Math.max(width, height);
  // A workout at one place has no route.
  if (!begin || !end || longest === 0) return html``;
  const scale = size / longest;
  const drawn = parts.map((part) =>
    part.map(([x, y]): DrawnPoint => [x * scale, y * scale]),
  );
  const sides = [width, height].map((side) => Math.round(side * scale) + 2 * margin);
  const toMark = ([x, y]: DrawnPoint) => toPath([[[x * scale, y * scale]]]);
  const formatLength = (meters: number) =>
    meters < 1000 ? formats.elevation(meters) : formats.distance(meters);
  return html`<figure class="chart" id="route">
<figcaption><h2>${labels.route}</h2>
<p class="muted">${labels.routeSize(formatLength(width), formatLength(height))}</p>
<ul class="legend">
<li>${renderKey('curve')}<span>${labels.start}</span></li>
<li>${renderKey('end')}<span>${labels.end}</span></li>
</ul></figcaption>
<svg class="route" role="img" aria-labelledby="route-title" aria-describedby="route-text"
viewBox="${-margin} ${-margin} ${sides.join(' ')}">
<title id="route-title">${labels.route}</title>
<desc id="route-text">${labels.routeText}</desc>
<path class="curve" d="${toPath(drawn)}"/>
<path class="curve dot" d="${toMark(begin)}"/><path class="curve dot start" d="${toMark(begin)}"/>
<path class="curve dot end" d="${toMark(end)}"/></svg>
</figure>
`;
}

function renderKey(className: string): Html {
  return html`<svg viewBox="0 0 14 14" aria-hidden="true"><circle class="${className}"
cx="7" cy="7" r="5"/></svg>`;
}

/** Returns meters from the west and from the north. A degree of longitude is as long as there. */
function toMeters(outline: WorkoutOutline): DrawnPoint[][] {
  const [[first] = []] = outline;
  if (!first) return [];
  const cosine = Math.cos(first[0] * degree);
  const placed = outline.map((part) =>
    part.map(([latitude, longitude]): DrawnPoint => {
      // The shorter way around the world, so that a way across 180 degrees is whole.
      const east = ((longitude - first[1] + 540) % 360) - 180;
      return [east * cosine * metersPerDegree, -latitude * metersPerDegree];
    }),
  );
  const points = placed.flat();
  const west = Math.min(...points.map(([x]) => x));
  const north = Math.min(...points.map(([, y]) => y));
  return placed.map((part) => part.map(([x, y]): DrawnPoint => [x - west, y - north]));
}
