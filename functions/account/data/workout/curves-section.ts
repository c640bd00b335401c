import type {
  CurveValues,
  WorkoutSeries,
} from '#functions/diary/series/workout-curves.ts';
import { type Html, html } from '#shared/html/html.ts';
import { findStep, type Scale } from '#shared/pages/chart.ts';
import { renderDisclosure } from '#shared/pages/form.ts';
import { findLongestInterval, renderLineChart } from '#shared/pages/line-chart.ts';
import { renderTable } from '#shared/pages/table.ts';
import { findSpeedKind } from '../exercise-facts.ts';
import type { WorkoutPageView } from './workout.page.ts';

/** A curve in the unit in which the person reads it. */
interface Curve {
  id: string;
  label: string;
  unit: string;
  /** The values as they are stored, which the table averages. */
  values: CurveValues;
  scale: Scale;
  /** The smallest step of the axis. */
  minStep: number;
  /** Whether a smaller number is more, as of a pace. */
  isReversed?: boolean;
  /** Converts a stored value, which is not zero if the curve is reversed. */
  toUnit(value: number): number;
  /** Formats a value of the unit. */
  format(value: number): string;
}

/** A pace is drawn up to this many times the usual one, so that a rest does not flatten it. */
const slowestPace = 2;

/** Renders the curves of a workout below each other, and their averages as a table. */
export function renderCurves(series: WorkoutSeries, view: WorkoutPageView): Html {
  const { labels } = view;
  const curves = listCurves(series, view).filter(({ values, isReversed = false }) =>
    values.some((value) => value !== null && !(isReversed && value === 0)),
  );
  if (curves.length === 0) return html``;
  return html`<h2>${labels.curves}</h2>
${curves.map((curve) => renderCurve(curve, series, view))}${renderDisclosure({
  summary: labels.asTable,
  body: renderAverages(curves, series, view),
})}`;
}

/** Lists the curves in the order in which people look at them. */
function listCurves(
  {
    seconds,
    heart_rate = [],
    speed = [],
    elevation = [],
    cadence = [],
    power = [],
  }: WorkoutSeries,
  view: WorkoutPageView,
): Curve[] {
  const { labels, words, formats } = view;
  const { units } = formats;
  const amount = {
    scale: 'decimal',
    minStep: 5,
    toUnit: (value: number) => value,
    format: (value: number) => formats.amount(Math.round(value)),
  } as const;
  return [
    {
      ...amount,
      id: 'heart-rate',
      label: words.heartRate,
      unit: labels.units.heartRate,
      values: heart_rate,
    },
    toSpeedCurve(leaveOutPauses(speed, seconds), view),
    {
      ...amount,
      id: 'elevation',
      label: labels.elevation,
      unit: units.elevation.symbol,
      values: elevation,
      toUnit: (meters) => meters * units.elevation.factor,
    },
    {
      ...amount,
      id: 'cadence',
      label: labels.cadence,
      unit: labels.units.cadence,
      values: cadence,
    },
    {
      ...amount,
      id: 'power',
      label: labels.power,
      unit: labels.units.power,
      values: power,
    },
  ];
}

/** Leaves out means over a pause that has no points: nobody was as slow as that. */
function leaveOutPauses(speed: CurveValues, seconds: readonly number[]): CurveValues {
  const longest = findLongestInterval(seconds);
  return speed.map((value, index) => {
    const [from = 0, to = from] = seconds.slice(index - 1, index + 1);
    return to - from > longest ? null : value;
  });
}

/** Returns the curve of the speed, or of the pace where people know that rather. */
function toSpeedCurve(
  values: CurveValues,
  { entry, words, formats }: WorkoutPageView,
): Curve {
  const kind = findSpeedKind(entry);
  if (kind === 'speed') {
    const { symbol, factor } = formats.units.speed;
    return {
      id: 'speed',
      label: words.speed,
      unit: symbol,
      values,
      scale: 'decimal',
      minStep: 1,
      toUnit: (speed) => speed * factor,
      format: (speed) => formats.amount(Math.round(speed * 10) / 10),
    };
  }
  const { symbol, factor } = formats.units[kind === 'pace' ? 'distance' : 'pool'];
  return {
    id: 'pace',
    label: words.pace,
    unit: `min/${symbol}`,
    values,
    scale: 'seconds',
    minStep: 5,
    isReversed: true,
    toUnit: (speed) => 1 / (speed * factor),
    format: formats.minutes,
  };
}

function renderCurve(
  { id, label, unit, values, isReversed = false, toUnit, ...curve }: Curve,
  { seconds }: WorkoutSeries,
  { labels, formats }: WorkoutPageView,
): Html {
  const converted = values.map((value) => {
    if (value === null || !isReversed || value > 0) return value && toUnit(value);
    return Number.POSITIVE_INFINITY;
  });
  const limit = isReversed
    ? slowestPace * findMedian(converted)
    : Number.POSITIVE_INFINITY;
  const shown = converted.map((value) => value && Math.min(value, limit));
  const withUnit = (value: number) => `${curve.format(value)} ${unit}`;
  const known = shown.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const isCut = converted.some((value) => value !== null && value > limit);
  const [from, to] = isReversed ? [high, low] : [low, high];
  const story = isCut
    ? labels.cut(withUnit(low), withUnit(limit))
    : labels.range(withUnit(from), withUnit(to));
  const time = formats.clock(seconds[shown.indexOf(to)] ?? 0);
  return renderLineChart({
    ...curve,
    id,
    title: labels.overTime(label, unit),
    level: 3,
    story: from === to ? labels.constant(withUnit(to)) : story,
    description: labels.curveText(
      withUnit(known[0] ?? 0),
      withUnit(known.at(-1) ?? 0),
      withUnit(to),
      time,
    ),
    places: seconds,
    values: shown,
    isReversed,
    formatTick: curve.format,
  });
}

/** Returns the value below which half of the values are. */
function findMedian(values: CurveValues): number {
  const known = values.filter((value) => value !== null && value !== Infinity);
  // Numbers in a typed array are sorted without a comparison in JavaScript.
  return Float64Array.from(known, Number).sort()[known.length >> 1] ?? 0;
}

/** The most rows of the table. */
const maxRows = 12;

/** Renders the averages of parts of the workout, which are whole minutes mostly. */
function renderAverages(
  curves: readonly Curve[],
  { seconds, distance }: WorkoutSeries,
  { labels, words, formats }: WorkoutPageView,
): Html {
  const end = seconds.at(-1) ?? 0;
  const step = findStep(end, 'seconds', maxRows);
  const lastPart = Math.max(0, Math.ceil(end / step) - 1);
  const parts = Map.groupBy(seconds.keys(), (index) =>
    Math.min(lastPart, Math.floor((seconds[index] ?? 0) / step)),
  );
  const rows = [...parts].map(([part, indexes]) => {
    const [from, to] = [part * step, Math.min(end, (part + 1) * step)];
    const last = indexes.findLast((index) => distance?.[index] != null) ?? -1;
    const meters = distance?.[last] ?? null;
    return [
      `${formats.clock(from)}–${formats.clock(to)}`,
      ...(distance ? [meters === null ? '–' : formats.number('distance', meters)] : []),
      ...curves.map((curve) => formatAverage(curve, indexes)),
    ];
  });
  return renderTable({
    caption: labels.tableCaption,
    columns: [
      { label: labels.time },
      ...(distance
        ? [{ label: words.distance, unit: formats.units.distance.symbol, isNumber: true }]
        : []),
      ...curves.map(({ label, unit }) => ({ label, unit, isNumber: true })),
    ],
    rows,
  });
}

function formatAverage(
  { values, isReversed, toUnit, format }: Curve,
  indexes: readonly number[],
): string {
  const known = indexes.flatMap((index) => values[index] ?? []);
  const average = known.reduce((sum, value) => sum + value, 0) / known.length;
  const isUnknown = known.length === 0 || (isReversed && average === 0);
  return isUnknown ? '–' : format(toUnit(average));
}
