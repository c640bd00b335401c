import type { AccountContext } from '#functions/account/account-context.ts';
import { dataTexts } from '#functions/account/data/data.texts.ts';
import { toDayUrl } from '#functions/account/data/data-url.ts';
import { type DayRange, listDates } from '#functions/diary/entry/dates.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import type { Html } from '#shared/html/html.ts';
import { formatTimeStep, renderChart } from '#shared/pages/chart.ts';

/** Renders the time of exercise of each day of a week. Returns undefined if there is none. */
export function renderWeekChart(
  { language, formats, pages }: AccountContext,
  week: DayRange,
  entries: readonly Entry[],
): Html | undefined {
  const exercises = entries.filter((entry) => entry.type === 'exercise');
  const dates = listDates(week);
  const values = dates.map((date) => {
    const ofDay = exercises.filter((exercise) => exercise.date === date);
    return ofDay.reduce((total, { duration }) => total + duration, 0) || null;
  });
  const total = values.reduce((sum: number, value) => sum + (value ?? 0), 0);
  if (total === 0) return undefined;

  const title = dataTexts[language].duration;
  return renderChart({
    id: 'week',
    title,
    story: formats.duration(total),
    series: [{ label: title, values }],
    positions: dates.map((date) => ({
      label: formats.shortDay(date),
      tick: formats.weekday(date),
      url: toDayUrl(pages, date),
    })),
    scale: 'seconds',
    format: formats.duration,
    formatTick: formatTimeStep,
  });
}
