import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { measuredTexts } from '#functions/account/data/body/measured.texts.ts';
import { renderTimeZoneHint } from '#functions/account/data/time-zone-hint.ts';
import { renderRestriction } from '#functions/account/privacy/restriction-notice.ts';
import { renderConsentField } from '#functions/auth/identity/consent-field.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import type { CreatedInbox } from '#functions/connections/inbox/inbox.store.ts';
import type { Delivery, Inbox } from '#functions/connections/inbox/inbox.ts';
import { type InboxApp, inboxApps } from '#functions/connections/inbox/readers/push.ts';
import { lineReasonTexts } from '#functions/diary/file-import/file-line.texts.ts';
import {
  type PushedFile,
  toPushedId,
} from '#functions/diary/file-import/pushed/pushed-file.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts } from '#shared/pages/card.ts';
import {
  renderButton,
  renderCheckbox,
  renderDangerForm,
  renderDisclosure,
  renderField,
  renderForm,
  renderSelect,
} from '#shared/pages/form.ts';
import { type Language, toCalendarDate } from '#shared/pages/language.ts';
import { renderNotice, renderTextToCopy } from '#shared/pages/notice.ts';
import { renderTable } from '#shared/pages/table.ts';
import { type PhonesTexts, phonesTexts } from './phones.texts.ts';

/** The outcome of the form for a new inbox. */
export interface PhonesFormResult {
  created?: CreatedInbox;
  problem?: keyof PhonesTexts['problems'];
  /** The fields of a form that failed. */
  fields?: Readonly<Record<'name' | 'app' | 'signed' | 'health_consent', string>>;
}

interface PhonesPageProps extends PhonesFormResult {
  inboxes: readonly Inbox[];
  /** The files of the deliveries that are known, by their ids. */
  files: ReadonlyMap<string, PushedFile>;
  /** The base URL of the host that takes the messages. */
  mainUrl: string;
}

/** The names of the forms of the page. */
type PhonesAction = 'create' | 'revoke' | 'delete';

/** Renders the page of the inboxes of a person. Its forms post to the page itself. */
export function renderPhonesPage(
  props: PhonesPageProps,
  account: AccountContext,
): string {
  const { inboxes, files, created, problem, mainUrl } = props;
  const labels = phonesTexts[account.language];
  return renderAccountPage(account, {
    title: labels.title,
    lead: labels.lead,
    notices: labels.notices,
    problem: problem && labels.problems[problem],
    body: html`${renderRestriction(account)}${
      account.profile.time_zone === undefined && renderTimeZoneHint(account)
    }${created && renderCreated(created, mainUrl, labels)}${
      // An inbox takes nothing while the processing is restricted.
      account.profile.restricted_datetime === undefined &&
      renderDisclosure({
        summary: labels.createTitle,
        isOpen: problem !== undefined || inboxes.length === 0,
        body: renderCreation(props, account, labels),
      })
    }${inboxes
      .toReversed()
      .map((inbox) => renderInbox({ inbox, files, mainUrl }, account, labels))}`,
  });
}

function renderCreation(
  { problem, fields }: PhonesFormResult,
  account: AccountContext,
  labels: PhonesTexts,
): Html {
  const { form_token, language, service, profile } = account;
  const consent =
    !hasHealthConsent(profile) &&
    renderConsentField({
      language,
      service,
      isMissing: problem === 'consent',
      isGiven: fields?.health_consent === 'yes',
    });
  return renderForm({
    form_token,
    hasProblems: problem !== undefined,
    body: html`${renderSelect({
      id: 'app',
      label: labels.app,
      value: fields?.app,
      options: inboxApps.map((value) => ({ value, label: labels.apps[value] })),
    })}${renderField({
      id: 'name',
      label: labels.name,
      hint: labels.nameHint,
      value: fields?.name,
      problem: problem === 'name' ? labels.problems.name : undefined,
      attributes: { autocomplete: 'off', maxlength: 50, required: true },
    })}${renderCheckbox({
      id: 'signed',
      label: labels.signed,
      isChecked: fields?.signed === 'yes',
    })}${consent}${renderButton({
      label: labels.create,
      name: 'action',
      value: 'create' satisfies PhonesAction,
    })}`,
  });
}

/** Renders the secret of a new inbox, which is shown once, and what to do with it in the app. */
function renderCreated(
  { inbox: { name, app }, secret, signingKey }: CreatedInbox,
  mainUrl: string,
  labels: PhonesTexts,
): Html {
  const url = toInboxUrl(mainUrl);
  const value = `Bearer ${secret}`;
  const command = [
    `curl ${url}`,
    `-H 'Authorization: ${value}'`,
    `-H 'Content-Type: application/json'`,
    `-d '{"type": "weight", "value": 80.1, "unit": "kg"}'`,
  ].join(' \\\n  ');
  return renderCard({
    title: labels.created(name),
    body: html`<p>${labels.createdHint}</p>
${renderAddress(mainUrl, labels)}<h3>${labels.headerName}</h3>
${renderTextToCopy('Authorization')}<h3>${labels.headerValue}</h3>
${renderTextToCopy(value)}${
  signingKey !== undefined &&
  html`<h3>${labels.signingKey}</h3>
${renderTextToCopy(signingKey)}`
}<h3>${labels.stepsTitle}</h3>
${renderSteps(app, mainUrl, labels)}<h3>${labels.addressWithSecret}</h3>
<p>${labels.addressWithSecretHint}</p>
${renderTextToCopy(`${url}${secret}/`)}${
  // The example has no signature.
  signingKey === undefined &&
  html`<h3>${labels.trial}</h3>
${renderTextToCopy(command)}`
}`,
  });
}

function toInboxUrl(mainUrl: string): string {
  return `${mainUrl}/v7.1/inbox/`;
}

/** The hosts that only the computer itself reaches. */
const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

function renderAddress(mainUrl: string, labels: PhonesTexts): Html {
  const isLocal = loopback.test(new URL(mainUrl).hostname);
  return html`<h3>${labels.address}</h3>
${renderTextToCopy(toInboxUrl(mainUrl))}${isLocal && renderNotice(labels.onlyLocal)}`;
}

/** Renders what to do in an app, without the secret. */
function renderSteps(app: InboxApp, mainUrl: string, labels: PhonesTexts): Html {
  const isPlain = app === 'companion' && new URL(mainUrl).protocol === 'http:';
  const steps = [...(isPlain ? [labels.allowHttp] : []), ...labels.steps[app]];
  return html`<ol>
${steps.map((step) => html`<li>${step}</li>\n`)}</ol>
<p><a href="${mainUrl}/v7.1/docs/inbox/">${labels.guide}</a></p>
`;
}

/** Renders the form that revokes or deletes an inbox. */
function renderEnd(
  value: PhonesAction,
  { id, form_token }: { id: string; form_token: string },
  texts: Record<'summary' | 'hint' | 'label' | 'description', string>,
): Html {
  const { summary, hint, label, description } = texts;
  const button = { label, description, name: 'action', value };
  return renderDangerForm({ summary, hint, form_token, hidden: { id }, button });
}

function renderInbox(
  {
    inbox,
    files,
    mainUrl,
  }: { inbox: Inbox } & Pick<PhonesPageProps, 'files' | 'mainUrl'>,
  account: AccountContext,
  labels: PhonesTexts,
): Html {
  const { formats, form_token } = account;
  const { id, name, app, created_datetime, revoked_datetime, deliveries } = inbox;
  const isRevoked = revoked_datetime !== undefined;
  const form = { id, form_token };
  const revocation = renderEnd('revoke', form, {
    summary: labels.revocation,
    hint: labels.revocationHint,
    label: labels.revoke,
    description: labels.revokeLabel(name),
  });
  const deletion = renderEnd('delete', form, {
    summary: labels.deletion,
    hint: isRevoked ? labels.deletionHint : labels.deletionOfActiveHint,
    label: labels.delete,
    description: labels.deleteLabel(name),
  });
  const setUp = renderDisclosure({
    summary: labels.setUp,
    body: html`<p>${labels.secretOnce}</p>
${renderAddress(mainUrl, labels)}${renderSteps(app, mainUrl, labels)}`,
  });
  return renderCard({
    title: name,
    subtitle: labels.apps[app],
    badge: isRevoked ? { label: labels.revoked, isQuiet: true } : undefined,
    body: html`${renderFacts([
      { label: labels.createdOn, value: formats.dateOfTime(created_datetime) },
      {
        label: labels.revokedOn,
        value: isRevoked ? formats.dateOfTime(revoked_datetime) : undefined,
      },
    ])}${
      deliveries.length > 0
        ? renderDeliveries(listOutcomes({ inbox, files }), account)
        : html`<p>${labels.nothingYet}</p>\n`
    }${!isRevoked && html`${setUp}${revocation}`}${deletion}`,
  });
}

/** A delivery with what became of its files, and how many of them are not read yet. */
interface DeliveryOutcome extends Omit<Delivery, 'files' | 'unread'> {
  unread: ReadonlyMap<string, number>;
  waiting: number;
}

function listOutcomes({
  inbox: { id, deliveries },
  files,
}: { inbox: Inbox } & Pick<PhonesPageProps, 'files'>): DeliveryOutcome[] {
  return deliveries.map((delivery) => {
    const known = (delivery.files ?? []).flatMap(
      (digest) => files.get(toPushedId(id, digest)) ?? [],
    );
    const counts = { deleted: delivery.deleted ?? 0, waiting: 0 };
    const sum = { ...delivery, ...counts };
    const all = new Map(Object.entries(delivery.unread ?? {}));
    for (const { state, stored, unchanged, ignored, deleted = 0, unread = {} } of known) {
      sum.deleted += deleted;
      sum.stored += stored;
      sum.unchanged += unchanged;
      sum.ignored += ignored;
      for (const [reason, count] of Object.entries(unread))
        all.set(reason, (all.get(reason) ?? 0) + count);
      if (state === 'queued') sum.waiting += 1;
    }
    return { ...sum, unread: all };
  });
}

function renderDeliveries(
  deliveries: readonly DeliveryOutcome[],
  account: AccountContext,
): Html {
  const labels = phonesTexts[account.language];
  const { columns } = labels;
  const hasDeleted = deliveries.some(({ deleted = 0 }) => deleted > 0);
  return renderTable({
    caption: labels.deliveries,
    columns: [
      { label: columns.time, hasNames: true },
      { label: columns.stored, isNumber: true },
      { label: columns.unchanged, isNumber: true },
      { label: columns.ignored, isNumber: true },
      ...(hasDeleted ? [{ label: columns.deleted, isNumber: true }] : []),
    ],
    rows: deliveries.map((delivery) => [
      renderTime(delivery, account),
      String(delivery.stored),
      String(delivery.unchanged),
      String(delivery.ignored),
      ...(hasDeleted ? [String(delivery.deleted ?? 0)] : []),
    ]),
  });
}

/** Renders when a message came and, below it, what is not kept: a phone has no room beside it. */
function renderTime(
  delivery: DeliveryOutcome,
  { formats, language, profile }: AccountContext,
): Html {
  const { received_datetime: time, waiting } = delivery;
  const { filesWaiting, notKept } = phonesTexts[language];
  const names = nameUnread(delivery, language);
  const parts = [
    waiting > 0 && filesWaiting(waiting),
    names !== '' && notKept(names),
  ].filter((part) => part !== false);
  const day = formats.shortDate(toCalendarDate(time, profile.time_zone));
  return html`${day}, ${formats.startTime(time)}${
    parts.length > 0 && html`<br><span class="muted">${parts.join('; ')}</span>`
  }`;
}

/** Names what is not kept. A reason of a file is in the words of the page of imports. */
function nameUnread({ unread }: DeliveryOutcome, language: Language): string {
  const words: Readonly<Record<string, string>> = {
    ...lineReasonTexts[language],
    ...phonesTexts[language].reasons,
    ...measuredTexts[language].types,
  };
  // The table keeps no order.
  const sorted = [...unread].sort(([one], [other]) => (one < other ? -1 : 1));
  const names = sorted.map(([name, count]) => {
    const parts = name
      .split(': ')
      .map((part) => (Object.hasOwn(words, part) ? words[part] : part));
    return `${parts.join(': ')} (${count})`;
  });
  return names.join(', ');
}
