import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { type Formats, formatKnown } from '#functions/account/formats.ts';
import { addDays, isWithinBounds } from '#functions/diary/entry/dates.ts';
import { dateBounds } from '#functions/diary/entry/quantities.ts';
import { type Html, html } from '#shared/html/html.ts';
import { type Chart, findLargestValue, renderChart } from './chart.ts';
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
    : html`${buildCharts(view).map(renderChartSection)}${renderTable(view)}`;
  return renderAccountPage(account, {
    title: labels.title,
    isWide: true,
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

function buildCharts({ totals, period, labels, formats }: DataPageView): Chart[] {
  const firstDay = totals.at(0)?.first ?? '';
  const lastSpanStart = totals.at(-1)?.first ?? '';
  const lastDay = totals.at(-1)?.last ?? '';
  const formatLabel = period === 'month' ? formats.month : formats.shortDate;
  const axisLabels = { first: formatLabel(firstDay), last: formatLabel(lastSpanStart) };
  const buildChart = (
    id: string,
    title: string,
    format: Chart['format'],
    series: Chart['series'],
  ): Chart => {
    const description = labels.chartDescription(
      formats.longDate(firstDay),
      formats.longDate(lastDay),
      format(findLargestValue(series)),
    );
    return { id, title, description, series, axisLabels, format };
  };
  return [
    buildChart('energy', labels.energy, formats.energy, [
      { label: labels.energyIn, values: totals.map(({ energyIn }) => energyIn) },
      { label: labels.energyOut, values: totals.map(({ energyOut }) => energyOut) },
    ]),
    buildChart('duration', labels.duration, formats.duration, [
      { label: labels.duration, values: totals.map(({ duration }) => duration) },
    ]),
    buildChart('distance', labels.distance, formats.distance, [
      { label: labels.distance, values: totals.map(({ distance }) => distance) },
    ]),
  ];
}

function renderChartSection(chart: Chart): Html {
  return html`<h2>${chart.title}</h2>
${renderChart(chart)}`;
}

function renderTable(view: DataPageView): Html {
  const { totals, period, labels } = view;
  const newestFirst = totals.filter(({ hasEntries }) => hasEntries).toReversed();
  return html`<h2 id="table">${labels.tableCaption}</h2>
<div class="scroll" role="region" aria-labelledby="table" tabindex="0">
<table>
<thead><tr>
<th scope="col">${labels.periodColumn[period]}</th>
<th scope="col">${labels.energyIn}</th>
<th scope="col">${labels.energyOut}</th>
<th scope="col">${labels.duration}</th>
<th scope="col">${labels.distance}</th>
</tr></thead>
<tbody>
${newestFirst.map((span) => renderRow(span, view))}</tbody>
</table>
</div>
`;
}

function renderRow(span: SpanTotals, { period, account, formats }: DataPageView): Html {
  const { first, energyIn, energyOut, duration, distance } = span;
  const name = period === 'month' ? formats.month(first) : formats.shortDate(first);
  const dayUrl = `${account.pages.account('day')}?date=${first}`;
  const heading = period === 'day' ? html`<a href="${dayUrl}">${name}</a>` : name;
  return html`<tr>
<th scope="row">${heading}</th>
<td>${formatKnown(energyIn, formats.energy)}</td>
<td>${formatKnown(energyOut, formats.energy)}</td>
<td>${formats.duration(duration)}</td>
<td>${formatKnown(distance, formats.distance)}</td>
</tr>
`;
}
