import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { type Formats, formatKnown } from '#functions/account/formats.ts';
import { addDays, isWithinBounds } from '#functions/diary/entry/dates.ts';
import { dateBounds } from '#functions/diary/entry/quantities.ts';
import { type Html, html } from '#shared/html/html.ts';
import { type Chart, findLargestValue, renderChart } from '#shared/pages/chart.ts';
import { renderTable } from '#shared/pages/table.ts';
import { type DataTexts, dataTexts } from './data.texts.ts';
import type { SpanTotals } from './period.ts';
import { type Period, periods } from './period.ts';

interface DataPageProps {
  period: Period;
  /** A date in the last span of the page. */
  date: string;
  totals: readonly SpanTotals[];
  /** A date in the last span of the later page. Undefined on the last page. */
  laterDate: string | undefined;
}

/** The properties of the page, and those that its sections share. */
interface DataPageView extends DataPageProps {
  account: AccountContext;
  labels: DataTexts;
  formats: Formats;
}

/** Renders the page with charts of energy and exercise, and the same numbers as a table. */
export function renderDataPage(account: AccountContext, props: DataPageProps): string {
  const { language, formats } = account;
  const labels = dataTexts[language];
  const view = { ...props, account, labels, formats };
  const isEmpty = !props.totals.some(({ hasEntries }) => hasEntries);
  const content = isEmpty
    ? html`<p>${labels.empty}</p>\n`
    : html`${buildCharts(view).map(renderChart)}${renderNumbers(view)}`;
  return renderAccountPage(account, {
    title: labels.title,
    width: 'wide',
    body: html`<p>${labels.intro}</p>
${renderPeriods(view)}${renderRange(view)}${content}${renderPageLinks(view)}`,
  });
}

function getPageUrl({ account }: DataPageView, period: Period, date: string): string {
  const query = new URLSearchParams({ period, date });
  return `${account.pages.account('data')}?${query}`;
}

function renderPeriods(view: DataPageView): Html {
  const { period: current, date, labels } = view;
  const links = periods.map((period) => {
    const currentAttribute = period === current && html` aria-current="page"`;
    const url = getPageUrl(view, period, date);
    const label = labels.periods[period];
    return html`<a class="link" href="${url}"${currentAttribute}>${label}</a>\n`;
  });
  return html`<nav aria-label="${labels.periodNav}"><p>
${links}</p></nav>
`;
}

/**
 * Renders the first and last day of the page with the year. The charts and the table omit the year
 * of days and weeks.
 */
function renderRange({ totals, date, formats }: DataPageView): Html {
  const first = totals.at(0)?.first ?? date;
  const last = totals.at(-1)?.last ?? date;
  return html`<p><strong>${formats.dateRange(first, last)}</strong></p>
`;
}

/** Renders the links to the earlier and the later page. */
function renderPageLinks(view: DataPageView): Html {
  const { period, totals, labels, laterDate } = view;
  const first = totals.at(0)?.first ?? dateBounds.first;
  const earlierDate = addDays(first, -1);
  const renderLink = (date: string, label: string) =>
    isWithinBounds(date) &&
    html`<a class="link" href="${getPageUrl(view, period, date)}">${label}</a>\n`;
  const laterLink = laterDate !== undefined && renderLink(laterDate, labels.later);
  return html`<p>
${renderLink(earlierDate, labels.earlier)}${laterLink}</p>`;
}

function buildCharts(view: DataPageView): Chart[] {
  const { totals, period, labels, formats } = view;
  const formatName = period === 'month' ? formats.month : formats.shortDate;
  const positions = totals.map(({ first }, index) => {
    const label = formatName(first);
    // Days have a label for each week. A narrow page has half of the labels.
    const every = period === 'day' ? 7 : 1;
    const tick = index % every === 0 ? label : undefined;
    const isMinor = (index / every) % 2 === 1;
    return { label, url: getSpanUrl(first, view), tick, isMinor };
  });
  const [first, last] = [totals.at(0)?.first ?? '', totals.at(-1)?.last ?? ''];
  const buildChart = (
    id: string,
    title: string,
    { scale, format, series }: Pick<Chart, 'scale' | 'format' | 'series'>,
  ): Chart => {
    const description = labels.chartDescription(
      formats.longDate(first),
      formats.longDate(last),
      format(findLargestValue(series)),
    );
    return { id, title, description, series, positions, scale, format };
  };
  return [
    buildChart('energy', labels.energy, {
      scale: 'decimal',
      format: formats.energy,
      series: [
        { label: labels.energyIn, values: totals.map(({ energyIn }) => energyIn) },
        { label: labels.energyOut, values: totals.map(({ energyOut }) => energyOut) },
      ],
    }),
    buildChart('duration', labels.duration, {
      scale: 'seconds',
      format: formats.duration,
      series: [
        { label: labels.duration, values: totals.map(({ duration }) => duration) },
      ],
    }),
    buildChart('distance', labels.distance, {
      scale: 'decimal',
      format: formats.distance,
      series: [
        { label: labels.distance, values: totals.map(({ distance }) => distance) },
      ],
    }),
  ];
}

/** Returns the URL of the page of a day, or of the days of a week or month. */
function getSpanUrl(first: string, { period, account }: DataPageView): string {
  return period === 'day'
    ? `${account.pages.account('day')}?date=${first}`
    : `${account.pages.account('data')}?period=day&date=${first}`;
}

function renderNumbers(view: DataPageView): Html {
  const { totals, period, labels, formats } = view;
  const newestFirst = totals.filter(({ hasEntries }) => hasEntries).toReversed();
  const formatName = period === 'month' ? formats.month : formats.shortDate;
  return renderTable({
    caption: labels.tableCaption,
    columns: [
      { label: labels.periodColumn[period] },
      { label: labels.energyIn, isNumber: true },
      { label: labels.energyOut, isNumber: true },
      { label: labels.duration, isNumber: true },
      { label: labels.distance, isNumber: true },
    ],
    rows: newestFirst.map(({ first, energyIn, energyOut, duration, distance }) => [
      html`<a href="${getSpanUrl(first, view)}">${formatName(first)}</a>`,
      formatKnown(energyIn, formats.energy),
      formatKnown(energyOut, formats.energy),
      formats.duration(duration),
      formatKnown(distance, formats.distance),
    ]),
  });
}
