import type { Formats } from '#functions/account/formats.ts';
import type { FirstWeekday } from '#functions/auth/identity/user-settings.ts';
import { beginsWeek } from '#functions/diary/entry/spans.ts';
import { type Chart, formatTimeStep } from '#shared/pages/chart.ts';
import type { DataTexts } from './data.texts.ts';
import { getSpanKind, type Period, type SpanTotals } from './period.ts';

/** The data of the charts of a page. */
interface ChartsView {
  period: Period;
  totals: readonly SpanTotals[];
  labels: DataTexts;
  formats: Formats;
  firstWeekday: FirstWeekday | undefined;
  /** Returns the page with the details of a span. */
  getSpanUrl(span: SpanTotals): string;
}

type SpanAmount = 'distance' | 'duration' | 'energyIn' | 'energyOut';

/** Builds the charts of distance, time and energy. Those without any amount are left out. */
export function buildCharts(view: ChartsView): Chart[] {
  const { totals, labels, formats } = view;
  const { units } = formats;
  const positions = listPositions(view);
  const charts = [
    {
      id: 'distance',
      title: labels.distance,
      scale: 'decimal',
      factor: units.distance.factor,
      format: formats.distance,
      amounts: ['distance'],
    },
    {
      id: 'duration',
      title: labels.duration,
      scale: 'seconds',
      format: formats.duration,
      formatTick: formatTimeStep,
      amounts: ['duration'],
    },
    {
      id: 'energy',
      title: labels.energy,
      scale: 'decimal',
      factor: units.energy.factor,
      format: formats.energy,
      amounts: ['energyIn', 'energyOut'],
    },
  ] as const;
  const built = charts.map(({ amounts, ...chart }) => {
    const series = amounts.map((amount: SpanAmount) => {
      const values = totals.map((span) => span[amount]);
      const story = tellStory(values, chart.format, view);
      return { label: labels[amount], values, story };
    });
    const stories = series.length > 1 ? series : series.map(capitalizeStory);
    return { ...chart, series: stories, positions };
  });
  return built.filter(({ series }) => series.some(({ values }) => values.some(Boolean)));
}

function capitalizeStory<Series extends { story: string }>(series: Series): Series {
  const [initial = ''] = series.story;
  return { ...series, story: initial.toUpperCase() + series.story.slice(1) };
}

/** The name of a span: of a day with the weekday, of a week its first day, or of a month. */
export function nameSpan(
  { first }: SpanTotals,
  period: Period,
  formats: Formats,
): string {
  const kind = getSpanKind(period);
  if (kind === 'day') return formats.shortDay(first);
  return kind === 'week' ? formats.shortDate(first) : formats.month(first);
}

/** The name of a span, which says that a week is one. */
function labelSpan(
  span: SpanTotals,
  { period, labels, formats }: Pick<ChartsView, 'period' | 'labels' | 'formats'>,
): string {
  const name = nameSpan(span, period, formats);
  return getSpanKind(period) === 'week' ? labels.weekFrom(name) : name;
}

function listPositions(view: ChartsView): Chart['positions'] {
  const { period, totals, formats, firstWeekday, getSpanUrl } = view;
  const kind = getSpanKind(period);
  return totals.map((span, index) => {
    const name = nameSpan(span, period, formats);
    const position = { label: labelSpan(span, view), url: getSpanUrl(span) };
    if (period === 'seven_days')
      return { ...position, tick: formats.weekday(span.first) };
    if (kind === 'day') {
      const isLabeled = beginsWeek(span.first, firstWeekday);
      return { ...position, tick: isLabeled ? formats.shortDate(span.first) : undefined };
    }
    const tick = kind === 'week' ? name : formats.shortMonth(span.first);
    // A narrow page has every third label, and the last one.
    return { ...position, tick, isMinor: (totals.length - 1 - index) % 3 > 0 };
  });
}

/** Says the highest and the average of the known values, and how they change. */
function tellStory(
  values: readonly (number | null)[],
  format: (value: number) => string,
  { period, totals, labels, formats }: ChartsView,
): string {
  const known = values.filter(isAmount);
  const highest = Math.max(...known);
  const span = totals[values.indexOf(highest)];
  if (!span) return labels.nothing;
  const name = labelSpan(span, { period, labels, formats });
  const highestText = labels.highest(format(highest), name);
  if (known.length < 2) return `${highestText}.`;
  const count = labels.spanCounts[getSpanKind(period)](known.length);
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
  { labels, formats }: Pick<ChartsView, 'labels' | 'formats'>,
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
