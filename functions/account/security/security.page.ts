import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import type { Session } from '#functions/auth/session/session.store.ts';
import type { TrustedDevice } from '#functions/auth/session/trusted-device.store.ts';
import { describeProblem } from '#functions/auth/sign-in/sign-in.page.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { type Html, html } from '#shared/html/html.ts';
import { invalidAttributes } from '#shared/pages/form.ts';
import { formatLongDate } from '#shared/pages/language.ts';
import { type SecurityTexts, securityTexts } from './security.texts.ts';

/** The actions of the forms of the page. */
export const securityActions = [
  'change_email',
  'end_session',
  'end_others',
  'forget_device',
  'forget_devices',
] as const;
export type SecurityAction = (typeof securityActions)[number];

/** The name of a text with which the page confirms a change. */
export type SecurityNotice = keyof SecurityTexts['notices'];

/**
 * Why the email was not changed. `invalid` means that the text is not an email address, or is the
 * current one.
 */
export type EmailProblem = SignInProblem | 'invalid';

export interface SecurityPageProps {
  email: string;
  sessions: readonly Session[];
  trustedDevices: readonly TrustedDevice[];
  /** False if the service sends no mail, so the email cannot be changed. */
  canChangeEmail: boolean;
  /** The new email that the person entered. */
  newEmail?: string;
  problem?: EmailProblem | undefined;
}

/** A button that sends a form of its own. */
interface ActionButton {
  action: SecurityAction;
  id?: string;
  label: string;
  /** A longer label for screen readers. Contains the label (WCAG 2.5.3). */
  description?: string;
}

function renderButton(
  { action, id = '', label, description = label }: ActionButton,
  { form_token }: AccountContext,
): Html {
  return html`<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<input type="hidden" name="id" value="${id}">
<button class="secondary" name="action" value="${action}"
aria-label="${description}">${label}</button>
</form>
`;
}

function renderSession(
  { id, browser, created_datetime, stays_signed_in, last_used_on }: Session,
  account: AccountContext,
  labels: SecurityTexts,
): Html {
  const isThisBrowser = id === account.session.id;
  const name = browser || labels.unknownBrowser;
  const since = formatLongDate(created_datetime.slice(0, 10), account.locale);
  const description = labels.endSessionLabel(name);
  const action = 'end_session' as const;
  const button = { action, id, label: labels.endSession, description };
  const lastUse =
    last_used_on &&
    html`<dt>${labels.lastUse}</dt><dd>${formatLongDate(last_used_on, account.locale)}</dd>\n`;
  const thisBrowser = html`<p><strong>${labels.thisBrowser}</strong></p>\n`;
  return html`<section class="card">
<h3>${name}</h3>
<dl>
<dt>${labels.signedIn}</dt><dd>${since}</dd>
${lastUse}<dt>${labels.endsAfter}</dt>
<dd>${stays_signed_in ? labels.daysUnused : labels.hoursAfter}</dd>
</dl>
${isThisBrowser ? thisBrowser : renderButton(button, account)}</section>
`;
}

function renderTrustedDevice(
  { id, browser, created_datetime, last_used_on }: TrustedDevice,
  account: AccountContext,
  labels: SecurityTexts,
): Html {
  const name = browser || labels.unknownBrowser;
  const firstUsed = formatLongDate(created_datetime.slice(0, 10), account.locale);
  const description = labels.forgetLabel(name);
  const action = 'forget_device' as const;
  return html`<section class="card">
<h3>${name}</h3>
<dl>
<dt>${labels.firstUsed}</dt><dd>${firstUsed}</dd>
<dt>${labels.lastUsed}</dt><dd>${formatLongDate(last_used_on, account.locale)}</dd>
</dl>
${renderButton({ action, id, label: labels.forget, description }, account)}</section>
`;
}

function renderEmailForm(
  { problem, newEmail = '' }: SecurityPageProps,
  { form_token }: AccountContext,
  labels: SecurityTexts,
): Html {
  return html`<form method="post">
<input type="hidden" name="form_token" value="${form_token}">
<label for="email">${labels.newEmail}</label>
<p class="muted">${labels.changeHint}</p>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254"
value="${newEmail}" required${problem === 'invalid' && invalidAttributes}>
<label for="current">${labels.password}</label>
<input id="current" name="current" type="password" autocomplete="current-password"
required${problem === 'wrong' && invalidAttributes}>
<button name="action" value="change_email">${labels.changeEmail}</button>
</form>
`;
}

/** Renders the page about sign-in and security. Its forms post to the page itself. */
export function renderSecurityPage(
  props: SecurityPageProps,
  account: AccountContext,
): string {
  const { email, sessions, trustedDevices, canChangeEmail, problem } = props;
  const { language } = account;
  const labels = securityTexts[language];
  const endOthers = { action: 'end_others', label: labels.endOthers } as const;
  const forgetAll = { action: 'forget_devices', label: labels.forgetAll } as const;
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    problem: problem && describeProblem(problem, labels.problems, language),
    body: html`<h2>${labels.email}</h2>
<p>${labels.currentEmail(email)}</p>
${canChangeEmail && renderEmailForm(props, account, labels)}<h2>${labels.sessions}</h2>
${sessions.map((session) => renderSession(session, account, labels))}
${sessions.length > 1 && renderButton(endOthers, account)}<h2>${labels.trustedDevices}</h2>
<p>${trustedDevices.length > 0 ? labels.trustedDevicesIntro : labels.noTrustedDevices}</p>
${trustedDevices.map((device) => renderTrustedDevice(device, account, labels))}
${trustedDevices.length > 1 && renderButton(forgetAll, account)}`,
  });
}
