import { renderPager } from '#functions/account/pager.ts';
import type {
  WorkoutLap,
  WorkoutSeries,
} from '#functions/diary/series/workout-curves.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderTable } from '#shared/pages/table.ts';
import { toWorkoutUrl } from '../data-url.ts';
import { findSpeedKind } from '../exercise-facts.ts';
import type { WorkoutPageView } from './workout.page.ts';

/** The number of laps on a page, of at most 200. */
const lapsPerPage = 40;

interface LapColumn {
  label: string;
  unit: string;
  /** Returns the text of a lap, or undefined if it is unknown. */
  format(lap: WorkoutLap): string | undefined;
}

/** Renders the laps of a workout as a table, with links to the others if there are many. */
export function renderLaps(
  { laps = [], lap_count = laps.length }: WorkoutSeries,
  view: WorkoutPageView,
): Html {
  if (laps.length === 0) return html``;
  const { entry, labels, account, showsAllLaps } = view;
  const { amount } = view.formats;
  const perPage = showsAllLaps ? laps.length : lapsPerPage;
  const firstLap = !showsAllLaps && view.firstLap < laps.length ? view.firstLap : 0;
  const shown = laps.slice(firstLap, firstLap + perPage);
  const columns = listColumns(view).filter(({ format }) =>
    laps.some((lap) => format(lap) !== undefined),
  );
  const end = firstLap + shown.length;
  const url = toWorkoutUrl(account.pages, entry.id);
  const toUrl = (first: number) => `${url}&offset=${first}#laps`;
  const start = Math.max(0, firstLap - lapsPerPage);
  const before = firstLap > 0 && { url: toUrl(start), label: labels.earlierLaps };
  const after = end < laps.length && { url: toUrl(end), label: labels.laterLaps };
  return html`<h2 id="laps">${labels.laps}</h2>
${renderTable({
  caption: labels.lapsCaption(amount(firstLap + 1), amount(end), amount(lap_count)),
  columns: [
    { label: labels.lap },
    ...columns.map(({ label, unit }) => ({ label, unit, isNumber: true })),
  ],
  rows: shown.map((lap, index) => [
    amount(firstLap + index + 1),
    ...columns.map(({ format }) => format(lap) ?? '–'),
  ]),
})}${
  lap_count > laps.length &&
  html`<p>${labels.firstLaps(amount(laps.length))}</p>
`
}${
  shown.length < laps.length &&
  html`<p class="actions"><a href="${url}&laps=all#laps">${labels.allLaps(
    amount(laps.length),
  )}</a></p>
`
}${renderPager({ before, after }, account)}`;
}

function listColumns({ entry, labels, words, formats }: WorkoutPageView): LapColumn[] {
  const kind = findSpeedKind(entry);
  const { distance, speed, pool } = formats.units;
  const paceUnit = kind === 'pace' ? distance : pool;
  const formatKnown = (value: number | undefined, format: (value: number) => string) =>
    value === undefined ? undefined : format(value);
  // A length of a pool has 25 meters or yards, and the pace is that of a hundred.
  const isPool = kind === 'swimPace';
  const [, poolSymbol = pool.symbol] = pool.symbol.split(' ');
  const formatDistance = (meters: number) =>
    isPool
      ? formats.amount(100 * meters * pool.factor)
      : formats.number('distance', meters, 2);
  const formatSpeed = (metersPerSecond: number) =>
    kind === 'speed'
      ? formats.number('speed', metersPerSecond)
      : formats.minutes(1 / (metersPerSecond * paceUnit.factor));
  return [
    {
      label: words.duration,
      unit: 'min',
      format: ({ duration }) => formats.clock(duration),
    },
    {
      label: words.distance,
      unit: isPool ? poolSymbol : distance.symbol,
      format: (lap) => formatKnown(lap.distance, formatDistance),
    },
    {
      label: kind === 'speed' ? words.speed : words.pace,
      unit: kind === 'speed' ? speed.symbol : `min/${paceUnit.symbol}`,
      format: (lap) =>
        lap.distance && lap.duration
          ? formatSpeed(lap.distance / lap.duration)
          : undefined,
    },
    {
      label: words.heartRate,
      unit: labels.units.heartRate,
      format: (lap) => formatKnown(lap.avg_heart_rate, formats.amount),
    },
    {
      label: labels.maxHeartRate,
      unit: labels.units.heartRate,
      format: (lap) => formatKnown(lap.max_heart_rate, formats.amount),
    },
  ];
}
