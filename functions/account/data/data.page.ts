import { renderAccountPage } from '#functions/account/account.page.ts';
import { accountTexts } from '#functions/account/account.texts.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { type Formats, formatKnown } from '#functions/account/formats.ts';
import { renderRestriction } from '#functions/account/privacy/restriction-notice.ts';
import {
  addDays,
  dateBounds,
  isWithin,
  isWithinBounds,
} from '#functions/diary/entry/dates.ts';
import type { ImportJob } from '#functions/diary/file-import/file-import.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderChart } from '#shared/pages/chart.ts';
import { renderActions, renderLinkButton } from '#shared/pages/form.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { renderTable } from '#shared/pages/table.ts';
import { getImportTitle, toImportUrl } from '../imports/import-facts.ts';
import { buildChart, nameRange } from './charts.ts';
import { type DataTexts, dataTexts } from './data.texts.ts';
import { toBodyUrl, toDataUrl, toDayUrl } from './data-url.ts';
import { renderEmptyDiary } from './empty-diary.ts';
import type { Exercise } from './exercise-facts.ts';
import {
  getRangeKind,
  joinRanges,
  type Period,
  type RangeTotals,
  sumKnown,
} from './period.ts';
import { photosTexts } from './photos/photos.texts.ts';
import { nameSport, type SportTotals } from './sports.ts';
import {
  type ComparedStatistics,
  renderComparedStatistics,
} from './statistics-section.ts';
import { renderWorkouts } from './workouts-table.ts';

interface DataPageProps {
  period: Period;
  /** A date in the last range of the page. */
  date: string;
  totals: readonly RangeTotals[];
  /** The sports of the page, the one with most time first. */
  sports: readonly SportTotals[];
  /** The only sport that is shown. */
  sport: string | undefined;
  /** The workouts of the only sport, by day. Undefined if the page has all sports, or no days. */
  workouts: readonly Exercise[] | undefined;
  statistics: ComparedStatistics;
  /** The last imports of files, the newest first. */
  imports: readonly ImportJob[];
  /** A date in the last range of the later page. Undefined on the last page. */
  laterDate: string | undefined;
}

/** The properties of the page, and those that its sections share. */
interface DataPageView extends DataPageProps {
  account: AccountContext;
  labels: DataTexts;
  formats: Formats;
}

/** The number of imports on the page. */
export const shownImports = 5;

/** The periods between which a person chooses. */
const tabs = [
  'seven_days',
  'day',
  'days_of_month',
  'week',
  'month',
  'year',
] as const satisfies Period[];

/** Renders statistics, a chart of exercise by sport, and the same numbers as a table. */
export function renderDataPage(account: AccountContext, props: DataPageProps): string {
  const { language, formats } = account;
  const labels = dataTexts[language];
  const view = { ...props, account, labels, formats };
  const isEmpty = !props.totals.some(({ hasEntries }) => hasEntries);
  const content = isEmpty ? renderEmpty(view) : renderContent(view);
  // An empty page leads to the imports already.
  const hasImports = !isEmpty || props.imports.length > 0;
  const navigation = html`${renderTabs(view)}${renderSports(view)}${renderPager(view)}`;
  const head = html`${renderRestriction(account)}${navigation}`;
  return renderAccountPage(account, {
    title: labels.title,
    width: 'wide',
    body: html`${head}${content}${renderLinks(account, isEmpty)}${
      hasImports && renderImports(view)
    }`,
  });
}

/** Renders links to the last imports of files, and to the page with all of them. */
function renderImports({ imports, account, labels, formats }: DataPageView): Html {
  const url = account.pages.account('imports');
  const label = accountTexts[account.language].imports;
  if (imports.length === 0) return html`<p><a href="${url}">${label}</a></p>\n`;
  const links = imports.map(
    (
      job,
    ) => html`<li><a href="${toImportUrl(account, job.id)}">${getImportTitle(job, account)}</a>
<div class="muted">${formats.longTime(job.created_datetime)}</div></li>
`,
  );
  return html`<div class="head">
<h2>${labels.lastImports}</h2>
${renderLinkButton({ label, url, kind: 'secondary' })}</div>
<ul class="links">
${links}</ul>
`;
}

/** Renders links to the other pages with data, and to the form of a weight. */
function renderLinks({ language, pages }: AccountContext, isEmpty: boolean): Html {
  const { body, enterWeight } = dataTexts[language];
  const { title: photos } = photosTexts[language];
  const enter = { label: enterWeight, url: toBodyUrl(pages, { enter: 'weight' }) };
  const links = [
    // An empty page leads to it already.
    ...(isEmpty ? [] : [enter]),
    { label: body, url: pages.account('body') },
    { label: photos, url: pages.account('photos') },
  ];
  return renderActions(
    links.map((link) => renderLinkButton({ ...link, kind: 'secondary' })),
  );
}

/** Renders the periods, and a form that leads to the one with a date. */
function renderTabs(view: DataPageView): Html {
  const { period: current, sport, account, labels } = view;
  const lastDate = findLastDate(view);
  const links = tabs.map((period) => {
    const url = toDataUrl(account.pages, period, lastDate, sport);
    const mark = period === current && html` aria-current="page"`;
    return html`<a href="${url}"${mark}>${labels.periods[period]}</a>\n`;
  });
  return html`<div class="toolbar">
<nav class="tabs" aria-label="${labels.periodNav}">
${links}</nav>
<form class="inline" action="${account.pages.account('data')}">
<input type="hidden" name="period" value="${current}">
${
  sport !== undefined && html`<input type="hidden" name="sport" value="${sport}">\n`
}<input type="date" name="date" value="${lastDate}" aria-label="${labels.date}"
min="${dateBounds.first}" max="${dateBounds.last}" required>
<button class="secondary">${labels.goToDate}</button>
</form>
</div>
`;
}

/** Returns today if the page has days that have not come, so that other pages end today. */
function findLastDate({ totals, date, account: { today } }: DataPageView): string {
  return isWithin(joinRanges(totals), today) ? today : date;
}

function renderEmpty(view: DataPageView): Html {
  const { account, period, sport, labels } = view;
  if (sport === undefined) return renderEmptyDiary(account, labels.empty);
  const url = toDataUrl(account.pages, period, findLastDate(view));
  return renderEmptyState({
    title: labels.emptyOfSport(nameSport(sport, account.language)),
    text: labels.emptyOfSportHint,
    actions: [{ label: labels.allSports, url }],
  });
}

/** Renders links to the same days of all sports and of each that they have. */
function renderSports(view: DataPageView): Html {
  const { period, sports, sport: current, account, labels } = view;
  if (sports.length < 2 && current === undefined) return html``;
  const { language, pages } = account;
  const ids = new Set(sports.map(({ id }) => id));
  if (current !== undefined) ids.add(current);
  const choices = [
    { id: undefined, name: labels.allSports },
    ...[...ids].map((id) => ({ id, name: nameSport(id, language) })),
  ];
  const links = choices.map(({ id, name }) => {
    const url = toDataUrl(pages, period, findLastDate(view), id);
    const mark = id === current && html` aria-current="true"`;
    return html`<a href="${url}"${mark}>${name}</a>\n`;
  });
  return html`<nav class="tabs" aria-label="${labels.sportNav}">
${links}</nav>
`;
}

/**
 * Renders the first and last day of the page with the year, between the links to the earlier and
 * the later page. The charts and the table omit the year of days and weeks.
 */
function renderPager(view: DataPageView): Html {
  const { period, totals, sport, account, labels, formats, laterDate } = view;
  const { first, last } = joinRanges(totals);
  const earlierDate = addDays(first, -1);
  const renderLink = (date: string, rel: 'prev' | 'next', label: string) => {
    const url = toDataUrl(account.pages, period, date, sport);
    return html`<a rel="${rel}" href="${url}">${label}</a>\n`;
  };
  return html`<div class="pager">
<span>${isWithinBounds(earlierDate) && renderLink(earlierDate, 'prev', labels.earlier)}</span>
<h2>${formats.dateRange(first, last)}</h2>
<span>${laterDate !== undefined && renderLink(laterDate, 'next', labels.later)}</span>
</div>
`;
}

function renderContent(view: DataPageView): Html {
  const {
    account,
    statistics,
    period,
    totals,
    sports,
    sport,
    workouts,
    labels,
    formats,
  } = view;
  const estimated = sumKnown(totals.map(({ energyOutEstimated }) => energyOutEstimated));
  const chart = buildChart({
    period,
    totals,
    sports: sports.filter(({ id }) => sport === undefined || id === sport),
    labels,
    language: account.language,
    formats,
    firstWeekday: account.profile.first_weekday,
    getRangeUrl: (range) => toRangeUrl(range, view),
  });
  return html`${renderComparedStatistics(account, statistics, [
    'distance',
    'duration',
    'workouts',
    'longestWorkout',
    'farthestWorkout',
    'fastestKilometer',
    'energyOut',
    'averageEnergyIn',
  ])}${chart && renderChart(chart)}${
    workouts ? renderWorkouts(account, workouts) : renderNumbers(view)
  }${
    estimated !== null &&
    html`<p class="muted">${labels.estimatedEnergy(formats.energy(estimated))}</p>\n`
  }`;
}

/**
 * Returns the URL of the page of a day, or of the days of exactly one week or month. It is without
 * the host, because a page has up to 120 of them.
 */
function toRangeUrl(range: RangeTotals, view: DataPageView): string {
  const { pathname, search } = new URL(toAbsoluteRangeUrl(range, view));
  return pathname + search;
}

function toAbsoluteRangeUrl(
  { first, last }: RangeTotals,
  { period, sport, account: { pages } }: DataPageView,
): string {
  const kind = getRangeKind(period);
  if (kind === 'day') return toDayUrl(pages, first);
  if (kind === 'month') return toDataUrl(pages, 'days_of_month', first, sport);
  const date = isWithinBounds(last) ? last : dateBounds.last;
  return toDataUrl(pages, 'seven_days', date, sport);
}

function renderNumbers(view: DataPageView): Html {
  const { totals, period, sport, labels, formats } = view;
  const isOfAll = sport === undefined;
  const newestFirst = totals.filter(({ hasEntries }) => hasEntries).toReversed();
  const { energy, distance } = formats.units;
  const formatEnergy = (amount: number | null) =>
    formatKnown(amount, (known) => formats.number('energy', known));
  return renderTable({
    caption: labels.tableCaption,
    columns: [
      { label: labels.periodColumn[getRangeKind(period)] },
      { label: labels.distance, unit: distance.symbol, isNumber: true },
      { label: labels.time, unit: 'h:min', isNumber: true },
      { label: labels.energyOut, unit: energy.symbol, isNumber: true },
      ...(isOfAll
        ? [{ label: labels.energyIn, unit: energy.symbol, isNumber: true }]
        : []),
    ],
    rows: newestFirst.map((range) => [
      html`<a href="${toRangeUrl(range, view)}">${renderName(range, view)}</a>`,
      formatKnown(range.distance, (amount) => formats.number('distance', amount)),
      formats.hours(range.duration),
      formatEnergy(range.energyOut),
      ...(isOfAll ? [formatEnergy(range.energyIn)] : []),
    ]),
  });
}

/**
 * Renders the name of a range. A narrow page omits the day of the week, and the year of a month.
 */
function renderName(range: RangeTotals, { period, formats }: DataPageView): Html {
  const name = nameRange(range, period, formats);
  const kind = getRangeKind(period);
  const format = kind === 'month' ? formats.shortMonth : formats.shortDate;
  const short = format(range.first);
  const start = name.indexOf(short);
  if (start < 0) return html`${name}`;
  const [before, after] = [name.slice(0, start), name.slice(start + short.length)];
  const renderMinor = (text: string) => text && html`<span class="minor">${text}</span>`;
  return html`${renderMinor(before)}${short}${renderMinor(after)}`;
}
