import type { AccountContext } from '#functions/account/account-context.ts';
import type { Session } from '#functions/auth/session/session.store.ts';
import type { TrustedDevice } from '#functions/auth/session/trusted-device.store.ts';
import type { SignInProblem } from '#functions/auth/sign-in/sign-in-attempt.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  invalidAttributes,
  renderAlert,
  renderPage,
  renderStatus,
} from '#shared/pages/layout.ts';
import { getSecurityTexts, type SecurityTexts } from './languages/security-languages.ts';
import type { SecurityAction } from './security-action.ts';
import type { SecurityNotice } from './security-notices.ts';

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
  notice?: SecurityNotice | undefined;
}

/** A button that sends a form of its own. */
interface ActionButton {
  action: SecurityAction;
  id?: string;
  label: string;
  /** What the button is about, for screen readers. Contains the label (WCAG 2.5.3). */
  description?: string;
}

function getMessage(
  problem: EmailProblem,
  { texts }: AccountContext,
  labels: SecurityTexts,
): string {
  if (typeof problem === 'string') return labels.problems[problem];
  return texts.signIn.tooManyAttempts(Math.ceil(problem.retryAfter / 60));
}

function renderButton(
  { action, id = '', label, description = label }: ActionButton,
  { getFormToken }: AccountContext,
): Html {
  return html`<form method="post">
<input type="hidden" name="form_token" value="${getFormToken('security')}">
<input type="hidden" name="id" value="${id}">
<button class="secondary" name="action" value="${action}"
aria-label="${description}">${label}</button>
</form>
`;
}

function renderSession(
  { id, browser, created_datetime }: Session,
  context: AccountContext,
  labels: SecurityTexts,
): Html {
  const { formatDate } = context.texts;
  const isThisBrowser = id === context.session.id;
  const name = browser || labels.unknownBrowser;
  const description = labels.endSessionLabel(name);
  const action = 'end_session' as const;
  const button = { action, id, label: labels.endSession, description };
  const thisBrowser = html`<p><strong>${labels.thisBrowser}</strong></p>\n`;
  return html`<section class="card">
<h3>${name}</h3>
<dl>
<dt>${labels.signedIn}</dt><dd>${formatDate(created_datetime.slice(0, 10))}</dd>
</dl>
${isThisBrowser ? thisBrowser : renderButton(button, context)}</section>
`;
}

function renderTrustedDevice(
  { id, browser, created_datetime, last_used_on }: TrustedDevice,
  context: AccountContext,
  labels: SecurityTexts,
): Html {
  const { formatDate } = context.texts;
  const name = browser || labels.unknownBrowser;
  const description = labels.forgetLabel(name);
  const action = 'forget_device' as const;
  return html`<section class="card">
<h3>${name}</h3>
<dl>
<dt>${labels.firstUsed}</dt><dd>${formatDate(created_datetime.slice(0, 10))}</dd>
<dt>${labels.lastUsed}</dt><dd>${formatDate(last_used_on)}</dd>
</dl>
${renderButton({ action, id, label: labels.forget, description }, context)}</section>
`;
}

function renderEmailForm(
  { problem, newEmail = '' }: SecurityPageProps,
  { getFormToken }: AccountContext,
  labels: SecurityTexts,
): Html {
  return html`<form method="post">
<input type="hidden" name="form_token" value="${getFormToken('security')}">
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
  context: AccountContext,
): string {
  const { email, sessions, trustedDevices, canChangeEmail, problem, notice } = props;
  const { texts, pages } = context;
  const labels = getSecurityTexts(texts);
  const endOthers = { action: 'end_others', label: labels.endOthers } as const;
  const forgetAll = { action: 'forget_devices', label: labels.forgetAll } as const;
  return renderPage({
    title: problem ? labels.errorTitle : labels.title,
    language: texts.tag,
    body: html`<p class="muted"><a href="${pages.account('account')}">${texts.account.title}</a></p>
<h1>${labels.title}</h1>
${notice && renderStatus(labels.notices[notice])}
${problem && renderAlert(getMessage(problem, context, labels))}
<h2>${labels.email}</h2>
<p>${labels.currentEmail(email)}</p>
${canChangeEmail && renderEmailForm(props, context, labels)}<h2>${labels.sessions}</h2>
${sessions.map((session) => renderSession(session, context, labels))}
${sessions.length > 1 && renderButton(endOthers, context)}<h2>${labels.trustedDevices}</h2>
<p>${trustedDevices.length > 0 ? labels.trustedDevicesIntro : labels.noTrustedDevices}</p>
${trustedDevices.map((device) => renderTrustedDevice(device, context, labels))}
${trustedDevices.length > 1 && renderButton(forgetAll, context)}`,
  });
}
