import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { renderRestriction } from '#functions/account/privacy/restriction-notice.ts';
import { renderConsentField } from '#functions/auth/identity/consent-field.ts';
import { processingTexts } from '#functions/auth/identity/processing.texts.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import {
  addDays,
  countDays,
  isWithin,
  isWithinBounds,
} from '#functions/diary/entry/dates.ts';
import type { PlacedMeasurement } from '#functions/diary/measurement/measurement.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderButton,
  renderDisclosure,
  renderForm,
  renderLinkButton,
} from '#shared/pages/form.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { dataTexts } from '../data.texts.ts';
import { type BodyQuery, periodNames, toBodyUrl } from '../data-url.ts';
import { type BodyTexts, bodyTexts } from './body.texts.ts';
import type { BodyPeriod } from './body-period.ts';
import { renderNumbers } from './body-sections.ts';
import type { SourceNames } from './source-names.ts';
import {
  describeWeightProblem,
  renderWeightForm,
  type WeightFormResult,
} from './weight-form.ts';

export interface BodyPageProps {
  query: BodyQuery;
  period: BodyPeriod;
  /** The values of all sources, those of days before and after the period included. */
  values: readonly PlacedMeasurement[];
  /** The values that are shown: of one source for each type and day. */
  shown: readonly PlacedMeasurement[];
  names: SourceNames;
  /** Whether people can connect accounts at a provider. */
  canConnect: boolean;
}

/** What a form that failed changes on the page. */
export interface BodyFormResult {
  isConsentMissing?: boolean;
  weight?: WeightFormResult;
}

/** The properties of the page, and those that its sections share. */
export interface BodyView extends BodyPageProps {
  account: AccountContext;
  labels: BodyTexts;
}

/** Renders what was measured of the body in some days, and the form of a new weight. */
export function renderBodyPage(
  account: AccountContext,
  props: BodyPageProps,
  result: BodyFormResult = {},
): string {
  const { language } = account;
  const { values, period } = props;
  const labels = bodyTexts[language];
  const view = { ...props, account, labels };
  const isEmpty = !values.some(({ measured }) => isWithin(period, measured.date));
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    refusals: labels.refusals,
    problem: describeProblem(account, result),
    width: 'wide',
    body: html`${renderRestriction(account)}${renderEntering(view, result)}${renderPeriods(view)}${
      isEmpty ? renderEmpty(view) : renderNumbers(view)
    }`,
  });
}

function describeProblem(
  account: AccountContext,
  { weight, isConsentMissing = false }: BodyFormResult,
): string | undefined {
  if (isConsentMissing) return processingTexts[account.language].consentRequired;
  return weight && describeWeightProblem(weight, account);
}

/** Renders the form of a new weight, or asks for the consent without which nothing is stored. */
function renderEntering(view: BodyView, result: BodyFormResult): Html | undefined {
  const { account, query, period, shown } = view;
  const { profile, today, pages } = account;
  if (!hasHealthConsent(profile)) {
    // A person who has restricted the processing consents where they lift that.
    return profile.restricted_datetime === undefined
      ? renderConsentForm(view, result)
      : undefined;
  }
  if (period.last < today) {
    const url = toBodyUrl(pages, { enter: 'weight' });
    return renderLinkButton({
      label: dataTexts[account.language].enterWeight,
      url,
      kind: 'secondary',
    });
  }
  const last = shown.findLast(
    ({ type, measured }) => type === 'weight' && measured.date <= today,
  );
  const fresh = { fields: { weight: '', date: today }, problems: {} };
  const isWanted = query.enter === 'weight';
  const options = { action: toBodyUrl(pages, query), isFocused: isWanted, last };
  return renderDisclosure({
    summary: dataTexts[account.language].enterWeight,
    isOpen: isWanted || result.weight !== undefined || !last,
    body: renderWeightForm(result.weight ?? fresh, account, options),
  });
}

function renderConsentForm(
  { account, labels, query }: BodyView,
  { isConsentMissing: isMissing = false }: BodyFormResult,
): Html {
  const { language, service, form_token, pages } = account;
  const button = renderButton({ label: labels.agree, name: 'action', value: 'consent' });
  return html`<h2>${labels.consentTitle}</h2>
<p>${labels.consentText}</p>
${renderForm({
  form_token,
  action: toBodyUrl(pages, query),
  body: html`${renderConsentField({ language, service, isMissing })}${button}`,
})}`;
}

/** Renders the ranges, and the links to earlier and later days. */
function renderPeriods({ period, values, account, labels }: BodyView): Html {
  const { pages, formats, today, language } = account;
  const words = dataTexts[language];
  const isPast = period.last < today;
  const links = periodNames.map((name) => {
    const date = isPast ? period.last : undefined;
    const current = name === period.name && html` aria-current="page"`;
    return html`<a href="${toBodyUrl(pages, { period: name, date })}"${current}>${
      labels.periods[name]
    }</a>\n`;
  });
  const before = addDays(period.first, -1);
  // Without a time zone, the next day may be today.
  const hasNext = values.some(({ measured }) => measured.date > period.last);
  const next = addDays(period.last, countDays(period.first, period.last) + 1);
  const [later = today] = isPast ? [next, today].sort() : [addDays(period.last, 1)];
  const renderLink = (date: string, rel: 'prev' | 'next', label: string) => {
    const url = toBodyUrl(pages, { period: period.name, date });
    return html`<a rel="${rel}" href="${url}">${label}</a>\n`;
  };
  return html`<nav class="tabs" aria-label="${labels.periodNav}">
${links}</nav>
<div class="pager">
<span>${isWithinBounds(before) && renderLink(before, 'prev', words.earlier)}</span>
<h2>${formats.dateRange(period.first, period.last)}</h2>
<span>${(isPast || hasNext) && renderLink(later, 'next', words.later)}</span>
</div>
`;
}

/** Renders what the page shows without values: how they get there. */
function renderEmpty({ account, labels, canConnect }: BodyView): Html {
  const { pages, language } = account;
  const connect = {
    label: dataTexts[language].connect,
    url: pages.account('connections'),
  };
  return renderEmptyState({
    title: labels.empty,
    text: canConnect ? labels.emptyConnectText : labels.emptyText,
    actions: [
      { label: labels.importFiles, url: pages.account('imports') },
      { label: labels.phones, url: pages.account('phones') },
      ...(canConnect ? [connect] : []),
    ],
  });
}
