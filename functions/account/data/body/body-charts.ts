import type { FirstWeekday } from '#functions/auth/identity/user-settings.ts';
import { countDays, type DayRange, isWithin } from '#functions/diary/entry/dates.ts';
import { beginsWeek } from '#functions/diary/entry/day-ranges.ts';
import type { MeasurementType } from '#functions/diary/measurement/measurement-types.ts';
import type { Html } from '#shared/html/html.ts';
import { type Chart, formatTimeStep, renderChart } from '#shared/pages/chart.ts';
import { renderLineChart } from '#shared/pages/line-chart.ts';
import { toBodyUrl } from '../data-url.ts';
import type { BodyView } from './body.page.ts';
import type { BodyPeriod } from './body-period.ts';
import { formatAmount } from './format-value.ts';
import { measuredTexts } from './measured.texts.ts';
import {
  average,
  averageRanges,
  computeMeans,
  type DayAmount,
  meanDays,
  type Night,
  stageNames,
} from './measured-days.ts';

/** Renders the mean of seven days as a line, and what was measured as dots. */
export function renderMeanChart(
  type: 'weight' | 'resting_heart_rate',
  days: readonly DayAmount[],
  view: BodyView,
): Html | undefined {
  const { period, account, labels } = view;
  const { formats, language } = account;
  const shown = days.filter(({ date }) => isWithin(period, date));
  const last = shown.at(-1);
  if (!last) return undefined;
  const means = computeMeans(days).filter(({ date }) => isWithin(period, date));
  const { factor, symbol } =
    type === 'weight'
      ? formats.units.weight
      : { factor: 1, symbol: measuredTexts[language].units.bpm };
  const amounts = means.map(({ amount }) => amount);
  const format = (amount: number) => formatAmount(type, amount, account);
  // The dots of a year would cover its line.
  const hasDots = period.unit === 'day';
  const latest = labels.latest(format(last.amount), formats.shortDay(last.date));
  return renderLineChart({
    id: type,
    title: `${measuredTexts[language].types[type]} (${symbol})`,
    story: hasDots ? labels.dotStory(latest) : labels.lineStory(latest),
    description: labels.lineText(
      format(amounts[0] ?? 0),
      format(amounts.at(-1) ?? 0),
      format(Math.min(...amounts)),
      format(Math.max(...amounts)),
    ),
    places: means.map(({ date }) => toPlace(date, period)),
    values: amounts.map((amount) => amount * factor),
    dots: hasDots ? shown.map(({ amount }) => amount * factor) : [],
    maxGap: meanDays,
    end: countDays(period.first, period.last) + 1,
    labels: listTicks(period, view).flatMap(({ tick: text, isMinor }, index) =>
      text === undefined
        ? []
        : {
            place: toPlace(period.ranges[index]?.first ?? period.first, period),
            text,
            isMinor,
          },
    ),
    scale: 'decimal',
    minStep: type === 'weight' ? 0.5 : 1,
    formatTick: formats.amount,
  });
}

/** Returns the middle of a day on an axis of days. */
function toPlace(date: string, { first }: DayRange): number {
  return countDays(first, date) + 0.5;
}

/** Renders the steps of each day, or the average day of each week. */
export function renderStepsChart(
  days: readonly DayAmount[],
  view: BodyView,
): Html | undefined {
  const label = measuredTexts[view.account.language].types.steps;
  return renderBars('steps', days, view, {
    id: 'steps',
    title: label,
    scale: 'decimal',
    series: [{ label, values: averageRanges(days, view.period.ranges) }],
    formatTick: view.account.formats.amount,
  });
}

/** Renders the sleep of each night by its stages, or the average night of each week. */
export function renderSleepChart(
  nights: readonly Night[],
  view: BodyView,
): Html | undefined {
  const { period, account } = view;
  const words = measuredTexts[account.language];
  const shown = nights.filter(({ date }) => isWithin(period, date));
  const used = stageNames.filter((stage) =>
    shown.some(({ stages }) => stages[stage] > 0),
  );
  const series = used.map((stage) => {
    const days = nights.map(({ date, stages }) => ({ date, amount: stages[stage] }));
    const values = averageRanges(days, period.ranges);
    return { label: words.parts[stage], values: values.map((value) => value || null) };
  });
  return renderBars('sleep', nights, view, {
    id: 'sleep',
    title: words.types.sleep,
    scale: 'seconds',
    series,
    formatTick: formatTimeStep,
  });
}

/** Renders bars. Returns undefined if nothing was measured. */
function renderBars(
  type: MeasurementType,
  days: readonly DayAmount[],
  view: BodyView,
  chart: Omit<Chart, 'story' | 'positions' | 'format'>,
): Html | undefined {
  const { period, account, labels } = view;
  const shown = days.filter(({ date }) => isWithin(period, date));
  const [highest] = shown.toSorted((one, other) => other.amount - one.amount);
  if (!highest) return undefined;
  const format = (amount: number) => formatAmount(type, amount, account);
  const story = labels.barStory[period.unit](
    format(average(shown.map(({ amount }) => amount))),
    shown.length,
    labels.latest(format(highest.amount), account.formats.shortDay(highest.date)),
  );
  const ticks = listTicks(period, view);
  const positions = period.ranges.map((range, index) => ({
    ...ticks[index],
    label: nameRange(range, view),
    url: toRangeUrl(range, view),
  }));
  return renderChart({ ...chart, story, format, positions });
}

/** The name of a day or a week. */
function nameRange({ first }: DayRange, { period, account, labels }: BodyView): string {
  const { formats } = account;
  if (period.unit === 'day') return formats.shortDay(first);
  return labels.weekFrom(formats.shortDate(first));
}

/**
 * Returns the URL of the values of a day, or of the days up to the end of a week. It is without the
 * host, because a page has up to 180 of them.
 */
export function toRangeUrl(
  { last }: DayRange,
  { period, account }: Pick<BodyView, 'period' | 'account'>,
): string {
  const isDay = period.unit === 'day';
  const query = isDay ? { day: last } : ({ period: 'month', date: last } as const);
  const { pathname, search } = new URL(toBodyUrl(account.pages, query));
  return pathname + search;
}

interface Tick {
  tick: string | undefined;
  isMinor: boolean;
}

/** Lists the texts under the axis: weeks of days, and the months of a year of weeks. */
function listTicks(
  { name, ranges }: BodyPeriod,
  { account: { formats, profile } }: BodyView,
): Tick[] {
  const narrowEvery = { month: 1, quarter: 4, year: 3 }[name];
  let labeled = 0;
  return ranges.map(({ first, last }, index) => {
    const isLabeled =
      name === 'year'
        ? first.slice(8) === '01' || first.slice(0, 7) !== last.slice(0, 7)
        : beginsWeek(first, profile.first_weekday satisfies FirstWeekday | undefined);
    if (!isLabeled) return { tick: undefined, isMinor: false };
    const tick = name === 'year' ? formats.shortMonth(last) : formats.shortDate(first);
    // On a phone, a label needs a tenth of the width to its right.
    const hasRoom = (index + 0.5) / ranges.length < 0.92;
    const isMinor = labeled % narrowEvery > 0 || !hasRoom;
    labeled += 1;
    return { tick, isMinor };
  });
}
