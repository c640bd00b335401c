import type { AccountContext } from '#functions/account/account-context.ts';
import { formatKnown } from '#functions/account/formats.ts';
import type { Html } from '#shared/html/html.ts';
import { renderStatistics } from '#shared/pages/card.ts';
import { toWorkoutUrl } from './data-url.ts';
import type { Period } from './period.ts';
import { nameSport } from './sports.ts';
import { type StatisticsTexts, statisticsTexts } from './statistics.texts.ts';
import type { Best, Statistics } from './statistics.ts';

/** The statistics of a page and of the days before. */
export interface ComparedStatistics {
  period: Period;
  shown: Statistics;
  before: Statistics;
  /** Whether the page has days that have not come, so that it is compared with fewer days. */
  isPart: boolean;
  /** The only sport of which the statistics are. */
  sport?: string | undefined;
}

type ShownAccount = Pick<AccountContext, 'language' | 'formats' | 'pages'>;
type StatisticName = keyof Statistics;
type BestName = 'longestWorkout' | 'farthestWorkout' | 'fastestKilometer';

/** An amount, and how it is compared with the one before. */
interface ComparedAmount {
  amount: number | null;
  before: number | null;
  format(amount: number): string;
  /** The texts of a larger and of a smaller amount. */
  more: (difference: string, before: string) => string;
  less: (difference: string, before: string) => string;
  /** Formats the difference. Defaults to the share of the amount before. */
  formatDifference?: (difference: number) => string;
  url?: string | undefined;
  /** The sport that the label names. */
  sport?: string | undefined;
}

/**
 * Renders statistics in an order. Those that are unknown, or zero as before, are left out. Returns
 * undefined if none is left.
 */
export function renderComparedStatistics(
  account: ShownAccount,
  compared: ComparedStatistics,
  names: readonly StatisticName[],
): Html | undefined {
  const labels = statisticsTexts[account.language];
  const { period, isPart } = compared;
  const before = (isPart ? labels.partBefore : labels.before)[period];
  const amounts = listAmounts(account, compared, labels);
  const shown = names.filter((name) => amounts[name].amount || amounts[name].before);
  if (shown.length === 0) return undefined;
  return renderStatistics(
    shown.map((name) => ({
      label: labelAmount(labels[name], amounts[name], account.language),
      url: amounts[name].url,
      value: formatKnown(amounts[name].amount, amounts[name].format),
      comparison: hasEntries(compared.before)
        ? compare(amounts[name], { labels, before, ...account.formats })
        : undefined,
    })),
  );
}

function labelAmount(
  label: string,
  { sport }: ComparedAmount,
  language: ShownAccount['language'],
): string {
  return sport === undefined ? label : `${label} (${nameSport(sport, language)})`;
}

/** Nothing is compared with days without any entry, which are before the first one mostly. */
function hasEntries({ workouts, averageEnergyIn }: Statistics): boolean {
  return workouts > 0 || averageEnergyIn !== null;
}

function listAmounts(
  { formats, pages }: ShownAccount,
  { shown, before, sport }: ComparedStatistics,
  labels: StatisticsTexts,
): Record<StatisticName, ComparedAmount> {
  const { more, less } = labels;
  const toAmount = (
    name: Exclude<StatisticName, BestName>,
    format: (amount: number) => string,
  ) => ({ amount: shown[name], before: before[name], format, more, less });
  const toBest = (name: BestName, format: (amount: number) => string) => {
    const [best, other] = [shown[name], before[name]];
    return {
      amount: best?.amount ?? 0,
      // A kilometer by bicycle is not compared with one on foot.
      before:
        name !== 'fastestKilometer' || isSameSport(best, other)
          ? (other?.amount ?? 0)
          : 0,
      format,
      more: labels.longer,
      less: labels.shorter,
      formatDifference: format,
      url: best && toWorkoutUrl(pages, best.id),
    };
  };
  const { amount: formatCount, duration: formatDuration } = formats;
  return {
    distance: toAmount('distance', formats.distance),
    duration: toAmount('duration', formatDuration),
    energyOut: toAmount('energyOut', formats.energy),
    averageEnergyIn: toAmount('averageEnergyIn', formats.energy),
    workouts: {
      ...toAmount('workouts', formatCount),
      less: labels.fewer,
      formatDifference: formatCount,
    },
    longestWorkout: toBest('longestWorkout', formatDuration),
    farthestWorkout: toBest('farthestWorkout', formats.distance),
    fastestKilometer: {
      ...toBest('fastestKilometer', (seconds) => `${formats.clock(seconds)} min`),
      more: labels.slower,
      less: labels.faster,
      sport: sport === undefined ? shown.fastestKilometer?.sport : undefined,
    },
  };
}

function isSameSport(best: Best | undefined, other: Best | undefined): boolean {
  return !best || best.sport === other?.sport;
}

interface ComparisonTexts {
  labels: StatisticsTexts;
  /** The days with which the amount is compared. */
  before: string;
  percent(share: number): string;
}

/** A larger change is said as the amount before: a share of 900 % says little. */
const largestShare = 3;

/** Compares an amount with the one before, in words. */
function compare(
  { amount, before, format, more, less, formatDifference }: ComparedAmount,
  { labels, before: days, percent }: ComparisonTexts,
): string {
  if (!before) return labels.nothing(days);
  const difference = (amount ?? 0) - before;
  const share = Math.abs(difference) / before;
  if (!amount || share > largestShare) return labels.amount(format(before), days);
  const text = formatDifference?.(Math.abs(difference)) ?? percent(share);
  const none = formatDifference?.(0) ?? percent(0);
  if (text === none) return labels.same(days);
  return difference > 0 ? more(text, days) : less(text, days);
}
