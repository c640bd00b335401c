import { renderAccountPage, sectionTabs } from '#functions/account/account.page.ts';
import { accountTexts } from '#functions/account/account.texts.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { dataTexts } from '#functions/account/data/data.texts.ts';
import { toBodyUrl, toDataUrl, toNewEntryUrl } from '#functions/account/data/data-url.ts';
import { renderEmptyDiary } from '#functions/account/data/empty-diary.ts';
import type { Exercise } from '#functions/account/data/exercise-facts.ts';
import {
  type ComparedStatistics,
  renderComparedStatistics,
} from '#functions/account/data/statistics-section.ts';
import { erasureTexts } from '#functions/account/erasure/erasure.texts.ts';
import { renderRestriction } from '#functions/account/privacy/restriction-notice.ts';
import { explainTimeZone } from '#functions/account/settings/time-zones.ts';
import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { addDays, type DayRange } from '#functions/diary/entry/dates.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import type { RegistrationMode } from '#shared/contract/resources.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderCards } from '#shared/pages/card.ts';
import { renderActions, renderDisclosure, renderLinkButton } from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { type OverviewTexts, overviewTexts } from './overview.texts.ts';
import { renderTimeZoneCard, renderWeekChart, renderWorkout } from './overview-cards.ts';
import pageLinks from './page-links.json' with { type: 'json' };

type LinkedPage = keyof typeof pageLinks;

const { privacy, security } = sectionTabs;
const ofAccount = ['settings', ...security] as const;
const otherPages: readonly LinkedPage[] = [...privacy, ...ofAccount];
const linkedPages = Object.keys(pageLinks) as LinkedPage[];

/** The pages of a card. */
interface PageGroup {
  name: keyof OverviewTexts['groups'];
  linked: readonly LinkedPage[];
}

/** The cards. Those of a section have the tabs above its titles. */
const groups: readonly PageGroup[] = [
  { name: 'data', linked: linkedPages.filter((page) => !otherPages.includes(page)) },
  { name: 'privacy', linked: privacy },
  { name: 'account', linked: ofAccount },
];

interface OverviewPageProps {
  /** The user's latest erasure, even a cancelled one. */
  erasure: Erasure | undefined;
  week: DayRange;
  statistics: ComparedStatistics;
  /** The latest workouts, the last one first. */
  workouts: readonly Exercise[];
  /** The entries of the week. */
  entries: readonly Entry[];
  /** Whether the weeks that the page looks at have entries. */
  hasEntries: boolean;
  /** Whether people can connect accounts at a provider. */
  canConnect: boolean;
  registration: RegistrationMode;
}

/** Renders the start page of the account: the week, the latest workouts, and the other pages. */
export function renderOverviewPage(
  account: AccountContext,
  props: OverviewPageProps,
  enteredTimeZone?: string,
): string {
  const { language, profile } = account;
  const { erasure, hasEntries, canConnect } = props;
  const isInUtc = profile.time_zone === undefined;
  const { greeting, notices, empty, allPages } = overviewTexts[language];
  return renderAccountPage(account, {
    title: accountTexts[language].title,
    lead: greeting(profile.display_name),
    notices,
    problem:
      enteredTimeZone === undefined
        ? undefined
        : explainTimeZone(enteredTimeZone, language),
    width: 'wide',
    body: html`${erasure && renderErasure(erasure, account)}${renderRestriction(account)}${
      isInUtc && renderTimeZoneCard(account, enteredTimeZone)
    }${
      hasEntries
        ? renderDiary(account, props)
        : renderEmptyDiary(account, empty, canConnect)
    }${renderDisclosure({
      summary: allPages,
      body: renderCards(listGroups(account, props)),
    })}`,
  });
}

function renderDiary(
  account: AccountContext,
  { week, entries, statistics, workouts }: OverviewPageProps,
): Html {
  const { language, pages, today } = account;
  const labels = overviewTexts[language];
  const { addFood, addExercise, enterWeight } = dataTexts[language];
  const lastWeekUrl = toDataUrl(pages, 'seven_days', addDays(week.first, -1));
  const secondary = [
    { label: labels.lastWeek, url: lastWeekUrl },
    { label: labels.today, url: pages.account('day') },
    { label: addFood, url: toNewEntryUrl(pages, today, 'food_entry') },
    { label: addExercise, url: toNewEntryUrl(pages, today, 'exercise') },
    {
      label: enterWeight,
      url: toBodyUrl(pages, { enter: 'weight' }),
    },
  ];
  const numbers = renderComparedStatistics(account, statistics, [
    'distance',
    'duration',
    'workouts',
    'averageEnergyIn',
  ]);
  return html`<h2>${labels.thisWeek}</h2>
${numbers ?? html`<p>${labels.nothingThisWeek}</p>\n`}${renderWeekChart(
  account,
  week,
  entries,
)}${renderActions([
  renderLinkButton({ label: accountTexts[language].data, url: pages.account('data') }),
  ...secondary.map((link) => renderLinkButton({ ...link, kind: 'secondary' })),
])}${
  workouts.length > 0 &&
  html`<h2>${labels.latestWorkouts}</h2>
${renderCards(workouts.map((workout) => renderWorkout(workout, account)))}`
}`;
}

/** Renders a card with links for each group of pages. */
function listGroups(
  { language, pages }: AccountContext,
  { registration }: OverviewPageProps,
): Html[] {
  return groups.map(({ name, linked }) => {
    const shown = linked.filter((page) => page !== 'portal' || registration !== 'off');
    const links = shown.map(
      (
        page,
      ) => html`<li><a href="${pages.account(page)}">${pageLinks[page][language]}</a></li>
`,
    );
    const body = html`<ul class="links">
${links}</ul>
`;
    return renderCard({ title: overviewTexts[language].groups[name], level: 2, body });
  });
}

/**
 * Renders when the account will be deleted, with a link to the page that cancels the deletion.
 * Returns undefined if no deletion is scheduled.
 */
function renderErasure(
  { state, due_datetime }: Erasure,
  { language, formats, pages }: AccountContext,
): Html | undefined {
  if (state !== 'scheduled') return undefined;
  const labels = erasureTexts[language];
  const text = labels.scheduled(formats.longTime(due_datetime));
  const link = html`<a href="${pages.account('deletion')}">${labels.keep}</a>`;
  return renderNotice(html`${text} ${link}`, 'error');
}
