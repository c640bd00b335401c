import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { renderRestriction } from '#functions/account/privacy/restriction-notice.ts';
import { addDays, isWithinBounds } from '#functions/diary/entry/dates.ts';
import {
  formatMeasurementId,
  type PlacedMeasurement,
} from '#functions/diary/measurement/measurement.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderCards, renderFacts } from '#shared/pages/card.ts';
import { renderDangerForm } from '#shared/pages/form.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { toBodyUrl, toDayUrl } from '../data-url.ts';
import { type BodyTexts, bodyTexts } from './body.texts.ts';
import { formatValue, listSleepParts } from './format-value.ts';
import { measuredTexts } from './measured.texts.ts';
import { nameSource, renderAttributions, type SourceNames } from './source-names.ts';

export interface BodyDayProps {
  day: string;
  /** The values of the day, of all sources. */
  values: readonly PlacedMeasurement[];
  /** The values that are shown elsewhere: of one source for each type. */
  shown: readonly PlacedMeasurement[];
  /** Whether the values of all sources are shown. */
  isAll: boolean;
  names: SourceNames;
}

interface DayView extends BodyDayProps {
  account: AccountContext;
  labels: BodyTexts;
}

/** Renders each value of a day with its source, and the form that deletes it. */
export function renderBodyDay(account: AccountContext, props: BodyDayProps): string {
  const { language, formats, pages } = account;
  const { day, values, shown, isAll } = props;
  const labels = bodyTexts[language];
  const view = { ...props, account, labels };
  const hidden = values.length - shown.length;
  const cards = (isAll ? values : shown).map((value) => renderValue(value, view));
  const choice = isAll
    ? { url: toBodyUrl(pages, { day }), label: labels.shownSources }
    : { url: toBodyUrl(pages, { day, all: 'true' }), label: labels.allSources(hidden) };
  const empty = { title: labels.dayEmpty, text: labels.dayEmptyText };
  return renderAccountPage(account, {
    title: labels.dayTitle(formats.longDate(day)),
    notices: labels.notices,
    refusals: labels.refusals,
    width: 'wide',
    body: html`${renderRestriction(account)}${renderDays(view)}${
      cards.length > 0 ? renderCards(cards) : renderEmptyState(empty)
    }${hidden > 0 && html`<p><a href="${choice.url}">${choice.label}</a></p>\n`}
<p><a href="${toBodyUrl(pages, { date: day })}">${labels.back}</a></p>
<p><a href="${toDayUrl(pages, day)}">${labels.diaryDay}</a></p>`,
  });
}

/** Renders the links to the day before and after. */
function renderDays({ day, account, labels }: DayView): Html {
  const { pages, formats, today } = account;
  const [before, after] = [addDays(day, -1), addDays(day, 1)];
  const renderLink = (to: string, rel: 'prev' | 'next') =>
    html`<a rel="${rel}" href="${toBodyUrl(pages, { day: to })}">${formats.shortDate(to)}</a>\n`;
  const toBefore = isWithinBounds(before) && renderLink(before, 'prev');
  const toAfter = day < today && renderLink(after, 'next');
  return html`<nav class="tabs" aria-label="${labels.dayNav}">
${toBefore}${toAfter}</nav>
`;
}

function renderValue(value: PlacedMeasurement, view: DayView): Html {
  const { shown, isAll, names, account, labels, day } = view;
  const { language, formats, form_token, pages } = account;
  const words = measuredTexts[language];
  const { type, measured, source } = value;
  const { time, sleep } = measured;
  const label = sleep?.is_nap === true ? words.nap : words.types[type];
  const name = `${label}: ${formatValue(type, measured, account)}`;
  const start = time === undefined ? undefined : formats.startTime(time);
  const when =
    start !== undefined && sleep
      ? labels.night(start, formats.startTime(sleep.end))
      : start;
  const origin = [when, nameSource(value, names, words), measured.source_name];
  const isOwn = source.kind === 'person';
  const isHidden = isAll && !shown.includes(value);
  const facts = renderFacts(listSleepParts(measured, account));
  return renderCard({
    title: name,
    subtitle: origin.filter(Boolean).join(' · '),
    badge: isHidden ? { label: labels.notShown, isQuiet: true } : undefined,
    body: html`${facts}${renderAttributions([value])}${renderDangerForm({
      summary: labels.deletion,
      hint: isOwn ? labels.deleteOwn : labels.deleteOther,
      form_token,
      action: toBodyUrl(pages, { day, all: isAll ? 'true' : undefined }),
      hidden: { measurement: formatMeasurementId(value) },
      button: {
        label: labels.delete,
        description: labels.deleteLabel(name),
        name: 'action',
        value: 'delete',
      },
    })}`,
  });
}
