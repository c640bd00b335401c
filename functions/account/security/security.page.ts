import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { BlockedAddress } from '#functions/account/mail-delivery/blocked-address.store.ts';
import type { Session } from '#functions/auth/session/session.store.ts';
import type { TrustedDevice } from '#functions/auth/session/trusted-device.store.ts';
import { describeProblem } from '#functions/auth/sign-in/sign-in.page.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderCards, renderFacts } from '#shared/pages/card.ts';
import {
  renderButton,
  renderDangerZone,
  renderDisclosure,
  renderField,
  renderForm,
  renderLinkButton,
} from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { type SecurityTexts, securityTexts } from './security.texts.ts';

/** The names of the forms of the page. */
export type SecurityAction =
  | 'change_email'
  | 'end_session'
  | 'end_others'
  | 'forget_device'
  | 'forget_devices';

/** The name of a text with which the page confirms a change. */
export type SecurityNotice = keyof SecurityTexts['notices'];

/**
 * Why the email was not changed. `invalid` means that the text is not an email address, or is the
 * current one.
 */
export type EmailProblem = SignInProblem | 'invalid';

export interface SecurityPageProps {
  email: string;
  /** Why the service sends no mail to the email. Undefined if it does. */
  block: Pick<BlockedAddress, 'reason' | 'blocked_datetime'> | undefined;
  sessions: readonly Session[];
  trustedDevices: readonly TrustedDevice[];
  /** False if the service sends no mail, so the email cannot be changed. */
  canChangeEmail: boolean;
  /** The new email that the person entered. */
  newEmail?: string;
  problem?: EmailProblem | undefined;
}

/** Renders the page about sign-in and security. Its forms post to the page itself. */
export function renderSecurityPage(
  props: SecurityPageProps,
  account: AccountContext,
): string {
  const { problem } = props;
  const { language } = account;
  const labels = securityTexts[language];
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    problem: problem && describeProblem(problem, labels.problems, language),
    body: html`${renderCards([
      renderEmail(props, account, labels),
      renderPassword(account, labels),
    ])}${renderSessions(props, account, labels)}${renderTrustedDevices(props, account, labels)}`,
  });
}

function renderEmail(
  props: SecurityPageProps,
  account: AccountContext,
  labels: SecurityTexts,
): Html {
  const { email, block, canChangeEmail, problem } = props;
  const date = block && account.formats.dateOfTime(block.blocked_datetime);
  const form =
    canChangeEmail &&
    renderDisclosure({
      summary: labels.changeEmail,
      isOpen: problem !== undefined,
      body: renderEmailForm(props, account, labels),
    });
  return renderCard({
    title: labels.email,
    body: html`<p>${labels.currentEmail(email)}</p>
${block && renderNotice(labels.noMail[block.reason](`${date}`), 'error')}${form}`,
  });
}

function renderEmailForm(
  { problem, newEmail }: SecurityPageProps,
  { form_token }: AccountContext,
  labels: SecurityTexts,
): Html {
  const { problems } = labels;
  return renderForm({
    form_token,
    body: html`${renderField({
      id: 'email',
      label: labels.newEmail,
      hint: labels.changeHint,
      type: 'email',
      value: newEmail,
      problem: problem === 'invalid' ? problems.invalid : undefined,
      attributes: { autocomplete: 'email', maxlength: 254, required: true },
    })}${renderField({
      id: 'current',
      label: labels.password,
      type: 'password',
      problem: problem === 'wrong' ? problems.wrong : undefined,
      attributes: { autocomplete: 'current-password', required: true },
    })}${renderButton({
      label: labels.sendLink,
      name: 'action',
      value: 'change_email' satisfies SecurityAction,
    })}`,
  });
}

function renderPassword({ pages }: AccountContext, labels: SecurityTexts): Html {
  return renderCard({
    title: labels.passwordTitle,
    body: html`<p>${labels.passwordHint}</p>
<p>${renderLinkButton({
      label: labels.changePassword,
      url: pages.account('password'),
      kind: 'secondary',
    })}</p>
`,
  });
}

/** A button that sends a form of its own. */
interface ActionButton {
  action: SecurityAction;
  id?: string;
  label: string;
  description?: string;
  kind: 'secondary' | 'danger';
}

function renderAction(
  { action, id = '', ...button }: ActionButton,
  { form_token }: AccountContext,
): Html {
  const body = renderButton({ ...button, name: 'action', value: action });
  return renderForm({ form_token, hidden: { id }, body });
}

/** Renders the form that signs out or forgets several browsers at once. */
function renderActionOnAll(
  button: Pick<ActionButton, 'action' | 'label'>,
  texts: { summary: string; hint: string },
  account: AccountContext,
): Html {
  return renderDangerZone({
    summary: texts.summary,
    body: html`<p>${texts.hint}</p>
${renderAction({ ...button, kind: 'danger' }, account)}`,
  });
}

/** Renders the browsers in which the person is signed in: this one, then the latest. */
function renderSessions(
  { sessions }: SecurityPageProps,
  account: AccountContext,
  labels: SecurityTexts,
): Html {
  const isThis = ({ id }: Session) => id === account.session.id;
  const newestFirst = sessions.toReversed();
  const sorted = [
    ...newestFirst.filter(isThis),
    ...newestFirst.filter((session) => !isThis(session)),
  ];
  const cards = sorted.map((session) => renderSession(session, account, labels));
  return html`<h2>${labels.sessions}</h2>
${renderCards(cards)}${
  sessions.length > 1 &&
  renderActionOnAll(
    { action: 'end_others', label: labels.endOthersNow },
    { summary: labels.endOthers, hint: labels.endOthersHint },
    account,
  )
}`;
}

function renderSession(
  { id, browser, created_datetime, stays_signed_in, last_used_on }: Session,
  account: AccountContext,
  labels: SecurityTexts,
): Html {
  const { formats } = account;
  const isThisBrowser = id === account.session.id;
  const name = browser || labels.unknownBrowser;
  const otherUse = isThisBrowser ? undefined : labels.notRecorded;
  const lastUse = last_used_on ? formats.dayInUtc(last_used_on) : otherUse;
  const button = renderAction(
    {
      action: 'end_session',
      id,
      label: labels.endSession,
      description: labels.endSessionLabel(name),
      kind: 'secondary',
    },
    account,
  );
  return renderCard({
    title: name,
    level: 3,
    badge: isThisBrowser ? { label: labels.thisBrowser } : undefined,
    body: html`${renderFacts([
      { label: labels.signedIn, value: formats.longTime(created_datetime) },
      { label: labels.lastUse, value: lastUse },
      {
        label: labels.endsAfter,
        value: stays_signed_in ? labels.daysUnused : labels.hoursAfter,
      },
    ])}${!isThisBrowser && button}`,
  });
}

function renderTrustedDevices(
  { trustedDevices }: SecurityPageProps,
  account: AccountContext,
  labels: SecurityTexts,
): Html {
  const cards = trustedDevices.map((device) =>
    renderTrustedDevice(device, account, labels),
  );
  const forgetAll = renderActionOnAll(
    { action: 'forget_devices', label: labels.forgetAllNow },
    { summary: labels.forgetAll, hint: labels.forgetAllHint },
    account,
  );
  return html`<h2>${labels.trustedDevices}</h2>
<p>${cards.length > 0 ? labels.trustedDevicesIntro : labels.noTrustedDevices}</p>
${
  cards.length > 0 &&
  renderDisclosure({
    summary: labels.showTrustedDevices(cards.length),
    body: html`${renderCards(cards)}${cards.length > 1 && forgetAll}`,
  })
}`;
}

function renderTrustedDevice(
  { id, browser, created_datetime, last_used_on }: TrustedDevice,
  account: AccountContext,
  labels: SecurityTexts,
): Html {
  const { formats } = account;
  const name = browser || labels.unknownBrowser;
  const button = renderAction(
    {
      action: 'forget_device',
      id,
      label: labels.forget,
      description: labels.forgetLabel(name),
      kind: 'secondary',
    },
    account,
  );
  return renderCard({
    title: name,
    level: 3,
    body: html`${renderFacts([
      { label: labels.firstUsed, value: formats.dateOfTime(created_datetime) },
      { label: labels.lastUsed, value: formats.dayInUtc(last_used_on) },
    ])}${button}`,
  });
}
