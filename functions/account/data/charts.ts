import type { Formats } from '#functions/account/formats.ts';
import type { FirstWeekday } from '#functions/auth/identity/user-settings.ts';
import { beginsWeek } from '#functions/diary/entry/day-ranges.ts';
import { type Chart, formatTimeStep } from '#shared/pages/chart.ts';
import type { Language } from '#shared/pages/language.ts';
import type { DataTexts } from './data.texts.ts';
import { getRangeKind, type Period, type RangeTotals } from './period.ts';
import { nameSport, type SportTotals, sumDurations } from './sports.ts';

/** The data of the chart of a page. */
interface ChartView {
  period: Period;
  totals: readonly RangeTotals[];
  /** The sports that are shown, the one with most time first. */
  sports: readonly SportTotals[];
  labels: DataTexts;
  language: Language;
  formats: Formats;
  firstWeekday: FirstWeekday | undefined;
  /** Returns the page with the details of a range. */
  getRangeUrl(range: RangeTotals): string;
}

/** The most colors of a chart. */
const maxSeries = 3;

/**
 * Builds the chart of a page: the time of exercise, by sport. Without exercise, it is the energy
 * eaten. Returns undefined without any amount.
 */
export function buildChart(view: ChartView): Chart | undefined {
  const { totals, labels, formats } = view;
  const positions = listPositions(view);
  const durations = totals.map(({ duration }) => duration);
  if (durations.some(Boolean)) {
    const format = formats.duration;
    return {
      id: 'duration',
      title: labels.duration,
      story: tellStory(durations, format, view),
      scale: 'seconds',
      format,
      formatTick: formatTimeStep,
      series: listSeries(view),
      positions,
    };
  }
  const eaten = totals.map(({ energyIn }) => energyIn);
  if (!eaten.some(Boolean)) return undefined;
  return {
    id: 'energy',
    title: labels.energyIn,
    story: tellStory(eaten, formats.energy, view),
    scale: 'decimal',
    factor: formats.units.energy.factor,
    format: formats.energy,
    series: [{ label: labels.energyIn, values: eaten }],
    positions,
  };
}

/** Lists the main sports, and all others as one. */
function listSeries({
  sports,
  totals,
  labels,
  language,
  formats,
}: ChartView): Chart['series'] {
  const count = sports.length > maxSeries ? maxSeries - 1 : maxSeries;
  const others = sports.slice(count);
  const groups = sports
    .slice(0, count)
    .map((sport) => ({ label: nameSport(sport.id, language), sports: [sport] }));
  if (others.length > 0) groups.push({ label: labels.otherSports, sports: others });
  return groups.map(({ label, sports: ofGroup }) => {
    const sum = (amount: 'duration' | 'distance') =>
      ofGroup.reduce((total, sport) => total + sport[amount], 0);
    const distance = sum('distance');
    const sums = [formats.duration(sum('duration'))];
    if (distance > 0) sums.push(formats.distance(distance));
    const values = totals.map((range) => sumDurations(ofGroup, range) || null);
    return { label, sum: sums.join(', '), values };
  });
}

/** The name of a range: of a day with the weekday, of a week its first day, or of a month. */
export function nameRange(
  { first }: RangeTotals,
  period: Period,
  formats: Formats,
): string {
  const kind = getRangeKind(period);
  if (kind === 'day') return formats.shortDay(first);
  return kind === 'week' ? formats.shortDate(first) : formats.month(first);
}

/** The name of a range, which says that a week is one. */
function labelRange(
  range: RangeTotals,
  { period, labels, formats }: Pick<ChartView, 'period' | 'labels' | 'formats'>,
): string {
  const name = nameRange(range, period, formats);
  return getRangeKind(period) === 'week' ? labels.weekFrom(name) : name;
}

function listPositions(view: ChartView): Chart['positions'] {
  const { period, totals, formats, firstWeekday, getRangeUrl } = view;
  const kind = getRangeKind(period);
  return totals.map((range, index) => {
    const name = nameRange(range, period, formats);
    const note = range.distance ? formats.distance(range.distance) : undefined;
    const position = { label: labelRange(range, view), note, url: getRangeUrl(range) };
    if (period === 'seven_days')
      return { ...position, tick: formats.weekday(range.first) };
    if (kind === 'day') {
      const isLabeled = beginsWeek(range.first, firstWeekday);
      return {
        ...position,
        tick: isLabeled ? formats.shortDate(range.first) : undefined,
        isMinor: index === totals.length - 1,
      };
    }
    const tick = kind === 'week' ? name : formats.shortMonth(range.first);
    // A narrow page has every third label, and the last one.
    return { ...position, tick, isMinor: (totals.length - 1 - index) % 3 > 0 };
  });
}

/** Says the highest and the average of the known values, and how they change. */
function tellStory(
  values: readonly (number | null)[],
  format: (value: number) => string,
  { period, totals, labels, formats }: ChartView,
): string {
  const known = values.filter(isAmount);
  const highest = Math.max(...known);
  const range = totals[values.indexOf(highest)];
  if (!range) return labels.nothing;
  const name = labelRange(range, { period, labels, formats });
  const highestText = labels.highest(format(highest), name);
  if (known.length < 2) return `${highestText}.`;
  const count = labels.rangeCounts[getRangeKind(period)](known.length);
  const averageText = labels.average(count, format(computeAverage(known)));
  const trendText = describeTrend(values, { labels, formats });
  return `${[highestText, averageText, ...trendText].join(', ')}.`;
}

function isAmount(value: number | null): value is number {
  return value !== null && value > 0;
}

function computeAverage(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}

/** Compares the averages of both halves. Says nothing if a half has less than two values. */
function describeTrend(
  values: readonly (number | null)[],
  { labels, formats }: Pick<ChartView, 'labels' | 'formats'>,
): string[] {
  const size = Math.floor(values.length / 2);
  const [before, after] = [values.slice(0, size), values.slice(-size)].map((half) =>
    half.filter(isAmount),
  );
  if (!before || !after || before.length < 2 || after.length < 2) return [];
  const change = computeAverage(after) / computeAverage(before) - 1;
  const text = formats.percent(Math.abs(change));
  if (text === formats.percent(0)) return [labels.trend.same];
  return [change > 0 ? labels.trend.more(text) : labels.trend.less(text)];
}
