import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { type Formats, formatKnown } from '#functions/account/formats.ts';
import { addDays, isWithinBounds } from '#functions/diary/entry/dates.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { summarizeDays } from '#functions/diary/entry/totals.ts';
import type { DataSource } from '#functions/main/data-source/data-source.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderStatistics } from '#shared/pages/card.ts';
import { renderActions } from '#shared/pages/form.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { toDayUrl, toNewEntryUrl } from '../data-url.ts';
import { foodTexts } from '../food.texts.ts';
import { toLocalStart } from '../local-start.ts';
import { toCalories } from '../period.ts';
import { type DayTexts, dayTexts } from './day.texts.ts';
import { renderExercise } from './exercise-section.ts';
import { formatGrams, renderMeals } from './meal-section.ts';

interface DayPageProps {
  date: string;
  entries: readonly Entry[];
  /** The entries of the day, of the day before and of the next day. */
  nearbyEntries: readonly Entry[];
  sources: readonly DataSource[];
  /** Whether the next day has come, or has entries already. */
  hasLater: boolean;
  /** Returns the display name of a provider. */
  getProviderName(type: string): string;
}

/** The properties of the page, and those that its sections share. */
export interface DayPageView extends DayPageProps {
  account: AccountContext;
  labels: DayTexts;
  formats: Formats;
}

/** Renders a day: its totals, its meals and its exercise, and the links that change them. */
export function renderDayPage(account: AccountContext, props: DayPageProps): string {
  const { language, formats, pages } = account;
  const { date, entries } = props;
  const labels = dayTexts[language];
  const view = { ...props, account, labels, formats };
  const dataUrl = `${pages.account('data')}?date=${date}`;
  return renderAccountPage(account, {
    title: formats.fullDate(date),
    notices: labels.notices,
    width: 'wide',
    body: html`${renderDayNavigation(view)}
${entries.length === 0 ? renderEmptyDay(view) : renderEntries(view)}
<p><a href="${dataUrl}">${labels.aroundDay}</a></p>`,
  });
}

/** Renders the links to the day before and after, and a form that leads to any day. */
function renderDayNavigation({ date, hasLater, account, labels, formats }: DayPageView) {
  const { pages, today } = account;
  const renderLink = (to: string, label: string, toName: (date: string) => string) =>
    isWithinBounds(to) &&
    html`<a class="button secondary" href="${toDayUrl(pages, to)}"
aria-label="${toName(formats.shortDate(to))}">${label}</a>
`;
  const [before, after] = [addDays(date, -1), addDays(date, 1)];
  return html`<nav class="pager" aria-label="${labels.dayNav}">
<div class="actions">
${renderLink(before, `‹ ${formats.shortDate(before)}`, labels.dayBefore)}${
  hasLater && renderLink(after, `${formats.shortDate(after)} ›`, labels.dayAfter)
}${date !== today && html`<a href="${toDayUrl(pages, today)}">${labels.today}</a>\n`}</div>
<form class="actions" action="${pages.account('day')}">
<input type="date" name="date" value="${date}" required aria-label="${labels.date}">
<button class="secondary">${labels.show}</button>
</form>
</nav>
`;
}

/** Renders what a day without entries shows: how entries get there. */
function renderEmptyDay({ date, account: { pages }, labels }: DayPageView): Html {
  const renderLink = (url: string, label: string) =>
    html`<a class="button secondary" href="${url}">${label}</a>\n`;
  return html`${renderEmptyState({
    title: labels.emptyTitle,
    text: labels.emptyText,
    action: { label: labels.addFood, url: toNewEntryUrl(pages, date, 'food_entry') },
  })}
${renderActions([
  renderLink(toNewEntryUrl(pages, date, 'exercise'), labels.addExercise),
  renderLink(pages.account('connections'), labels.connect),
])}`;
}

function renderEntries(view: DayPageView): Html {
  const { date, entries, account, labels } = view;
  const { time_zone } = account.profile;
  const foodEntries = entries.filter((entry) => entry.type === 'food_entry');
  const exercises = entries.filter((entry) => entry.type === 'exercise');
  // What has no start comes last.
  const getStart = ({ start_time }: (typeof exercises)[number]) =>
    start_time === undefined ? '~' : toLocalStart(start_time, time_zone);
  const byStart = exercises.toSorted((one, other) =>
    getStart(one) < getStart(other) ? -1 : 1,
  );
  const renderHead = (title: string, type: Entry['type'], label: string) =>
    html`<div class="head">
<h2>${title}</h2>
<a class="button secondary" href="${toNewEntryUrl(account.pages, date, type)}">${label}</a>
</div>
`;
  return html`${renderTotals(view)}
<div class="columns">
<section>
${renderHead(labels.food, 'food_entry', labels.addFood)}${
  foodEntries.length === 0
    ? html`<p>${labels.noFood}</p>`
    : renderMeals(foodEntries, view)
}</section>
<section>
${renderHead(labels.exercise, 'exercise', labels.addExercise)}${
  exercises.length === 0
    ? html`<p>${labels.noExercise}</p>`
    : html`${byStart.map((exercise) => renderExercise(exercise, view))}`
}</section>
</div>
`;
}

/** Renders the energy of the day, and the nutrients of which it comes. */
function renderTotals({ entries, labels, formats, account }: DayPageView): Html {
  const [summary] = summarizeDays(entries);
  if (!summary) return html``;
  const { nutrients: names } = foodTexts[account.language];
  const eaten = toCalories(summary.energy_in);
  const burned = toCalories(summary.energy_out);
  const net = eaten === null ? null : eaten - (burned ?? 0);
  const energies = [
    { label: labels.eaten, amount: eaten },
    { label: labels.burned, amount: burned },
    { label: labels.net, amount: net },
  ];
  const nutrients = (['protein', 'carbohydrates', 'fat'] as const).map((name) => ({
    label: names[name],
    amount: summary.nutrients[name] ?? null,
  }));
  const { symbol } = formats.units.energy;
  const formatEnergy = (amount: number) => formats.number('energy', amount);
  return renderStatistics([
    ...energies.map(({ label, amount }) => ({
      label,
      value: formatKnown(amount, formatEnergy),
      unit: symbol,
    })),
    ...nutrients.map(({ label, amount }) => ({
      label,
      value: formatKnown(amount, (grams) => formatGrams(grams, formats)),
      unit: 'g',
    })),
  ]);
}
