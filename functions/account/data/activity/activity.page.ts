import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderActions,
  renderButton,
  renderField,
  renderLinkButton,
} from '#shared/pages/form.ts';
import type { NamedActivity } from '#shared/reference-data/activity-search.ts';
import type { ActivityTarget } from '../data-url.ts';
import { listActivities, listFirstActivities, searchActivities } from './activities.ts';
import { activityTexts } from './activity.texts.ts';

/** Returns the URL of the form of an exercise with a chosen activity. */
export function toFormUrl(
  pages: Pick<PageUrls, 'account'>,
  target: ActivityTarget,
  activity: string,
): string {
  const query = new URLSearchParams({ ...target, type: 'exercise', activity });
  return `${pages.account('entry')}?${query}`;
}

interface ActivityPageProps {
  /** The query of the form for which an activity is chosen. */
  target: ActivityTarget;
  /** What the person is looking for. */
  search: string;
  /** The ids of the activities of the last days, the last one first. */
  lastIds: readonly string[];
}

/** Renders the first step of an exercise: its activity decides which fields the form has. */
export function renderActivityPage(
  account: AccountContext,
  { target, search, lastIds }: ActivityPageProps,
): string {
  const { language, pages } = account;
  const labels = activityTexts[language];
  const renderChoice = (activities: readonly NamedActivity[]): Html =>
    renderActions(
      activities.map(({ id, name }) => {
        const url = toFormUrl(pages, target, id);
        return renderLinkButton({ label: name, url, kind: 'secondary' });
      }),
    );
  const found = search.trim() === '' ? undefined : searchActivities(search, language);
  const field = renderField({
    id: 'activity',
    label: labels.search,
    hint: labels.hint,
    type: 'search',
    value: search,
    problem: found?.activities.length === 0 ? labels.nothingFound : undefined,
    attributes: { autocomplete: 'off', required: true },
    suggestions: listActivities(language).map(({ name }) => name),
  });
  const hidden = Object.entries(target).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">\n`,
  );
  return renderAccountPage(account, {
    title: labels.title,
    body: html`<form class="form" action="${pages.account('activity')}">
${hidden}${field}${renderButton({ label: labels.continue })}</form>
${
  found &&
  found.activities.length > 0 &&
  html`<h2>${found.isGuess ? labels.meant : labels.found}</h2>
${renderChoice(found.activities)}`
}<h2>${labels.first}</h2>
${renderChoice(listFirstActivities(lastIds, language))}`,
  });
}
