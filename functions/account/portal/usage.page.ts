import type { AccountContext } from '#functions/account/account-context.ts';
import type { ClientUsage } from '#functions/auth/client/usage.ts';
import { isUnreachable } from '#functions/auth/quota/quota.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts, renderStatistics } from '#shared/pages/card.ts';
import { renderDisclosure } from '#shared/pages/form.ts';
import { renderTable } from '#shared/pages/table.ts';
import { type ClientQuotas, findWindows, windowNames } from '#shared/quota/quotas.ts';
import { toUtcDate } from '#shared/runtime/time.ts';
import { type UsageTexts, usageTexts } from './usage.texts.ts';

/** The use of an application that the page shows. */
export interface UsageProps {
  usage: ClientUsage;
  limits: ClientQuotas;
  now: Date;
  /** The guide about limits. */
  guideUrl: string;
}

interface UsageView extends UsageProps {
  formats: AccountContext['formats'];
  labels: UsageTexts;
}

/** Renders how an application is used, and how far its limits reach. */
export function renderUsage(
  props: UsageProps,
  { formats, language }: AccountContext,
): Html {
  const labels = usageTexts[language];
  const view = { ...props, formats, labels };
  const { days, errors } = props.usage;
  const parts = [renderNumbers(view), renderDays(view), renderResponses(view)];
  return renderCard({
    title: labels.title,
    body: html`<p class="muted">${labels.hint}</p>
${days.length > 0 ? parts : html`<p>${labels.empty}</p>\n`}${
  errors.length > 0 && renderErrors(view)
}${renderLimits(view)}`,
  });
}

function renderNumbers({ usage, now, formats, labels }: UsageView): Html {
  const { days } = usage;
  const requests = sum(days.map((day) => day.requests));
  const errors = sum(days.map(({ refused, failed }) => refused + failed));
  const date = toUtcDate(now);
  const today = days.find((day) => day.date === date);
  return renderStatistics([
    {
      label: labels.requests,
      value: formats.amount(requests),
      comparison: labels.last30Days,
    },
    {
      label: labels.errorCount,
      value: formats.amount(errors),
      comparison: labels.last30Days,
    },
    {
      label: labels.people,
      value: formats.amount(today?.people ?? 0),
      comparison: labels.today,
    },
  ]);
}

const sum = (values: readonly number[]) =>
  values.reduce((total, value) => total + value, 0);

function renderLimits({
  usage,
  limits,
  now,
  guideUrl,
  formats,
  labels,
}: UsageView): Html {
  const { endsAt } = findWindows(now);
  const toText = (limit: number) =>
    isUnreachable(limit) ? labels.noLimit : formats.amount(limit);
  return html`${renderTable({
    caption: labels.limits,
    columns: [
      { label: labels.window },
      { label: labels.used, isNumber: true },
      { label: labels.limit, isNumber: true },
      { label: labels.limitOfPerson, isNumber: true },
      { label: labels.ends },
    ],
    rows: windowNames.map((name) => [
      labels.windows[name],
      formats.amount(usage.taken[name]),
      toText(limits.client[name]),
      toText(limits.user[name]),
      formats.longTime(new Date(endsAt[name] * 1000).toISOString()),
    ]),
  })}<p class="muted">${labels.limitsHint}</p>
<p><a href="${guideUrl}">${labels.limitsGuide}</a></p>
`;
}

function renderDays({ usage, formats, labels }: UsageView): Html {
  const table = renderTable({
    caption: labels.byDayCaption,
    columns: [
      { label: labels.day },
      { label: labels.requests, isNumber: true },
      { label: labels.succeeded, isNumber: true },
      { label: labels.refused, isNumber: true },
      { label: labels.failed, isNumber: true },
      { label: labels.people, isNumber: true },
    ],
    rows: usage.days.map(({ date, requests, succeeded, refused, failed, people }) => {
      const amounts = [requests, succeeded, refused, failed, people];
      return [formats.shortDay(date), ...amounts.map(formats.amount)];
    }),
  });
  return renderDisclosure({ summary: labels.byDay, body: table });
}

function renderResponses({ usage, formats, labels }: UsageView): Html {
  const table = renderTable({
    caption: labels.byEndpointCaption,
    columns: [
      { label: labels.endpoint },
      { label: labels.status, isNumber: true },
      { label: labels.requests, isNumber: true },
    ],
    rows: usage.responses.map(({ endpoint, status, count }) => [
      endpoint,
      `${status}`,
      formats.amount(count),
    ]),
  });
  return renderDisclosure({ summary: labels.byEndpoint, body: table });
}

function renderErrors({ usage, formats, labels }: UsageView): Html {
  const facts = usage.errors.map(({ datetime, endpoint, status, code, request_id }) => ({
    label: `${endpoint}: ${status}`,
    value: html`<code>${code}</code><br>
<span class="muted">${formats.longTime(datetime)}<br>
${labels.request(request_id)}</span>`,
  }));
  return renderDisclosure({
    summary: labels.errors,
    body: html`<p class="muted">${labels.errorsHint}</p>
${renderFacts(facts)}`,
  });
}
