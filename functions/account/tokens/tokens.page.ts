import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { renderPermissions } from '#functions/account/applications/applications.page.ts';
import { type Grant, isLive } from '#functions/auth/grant/grant.ts';
import type { CreatedToken } from '#functions/auth/personal-token/personal-token.store.ts';
import { describeProblem } from '#functions/auth/sign-in/sign-in.page.ts';
import { coversScope, fullScope } from '#shared/contract/scopes.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts } from '#shared/pages/card.ts';
import { renderDangerForm, renderDisclosure } from '#shared/pages/form.ts';
import { renderTextToCopy } from '#shared/pages/notice.ts';
import { newId } from '#shared/runtime/ids.ts';
import { renderCreationForm, type TokenFormResult } from './creation-form.ts';
import {
  formatSampleCommand,
  type ScriptHosts,
  toDiaryHeaders,
} from './sample-command.ts';
import type { TokenAction } from './token-form.ts';
import { type TokensTexts, tokensTexts } from './tokens.texts.ts';

interface TokensPageProps extends TokenFormResult {
  /** The newest first. */
  tokens: readonly Grant[];
  now: Date;
  hosts: ScriptHosts;
}

/** The page, and what its parts share. */
interface TokensPageView extends TokensPageProps {
  account: AccountContext;
  labels: TokensTexts;
}

/** Renders the page of the user's access tokens. Its forms post to the page itself. */
export function renderTokensPage(
  props: TokensPageProps,
  account: AccountContext,
): string {
  const { tokens, created, problems = [] } = props;
  const { language } = account;
  const labels = tokensTexts[language];
  const view = { ...props, account, labels };
  const sentences = problems.map((problem) =>
    describeProblem(problem, labels.problems, language),
  );
  return renderAccountPage(account, {
    title: labels.title,
    lead: labels.lead,
    notices: labels.notices,
    problem: sentences.length > 0 ? sentences.join(' ') : undefined,
    body: html`${created && renderCreated(created, view)}${renderDisclosure({
      summary: labels.createTitle,
      isOpen: problems.length > 0 || tokens.length === 0,
      body: renderCreationForm({ ...props, key: newId(props.now) }, account),
    })}${tokens.map((token) => renderToken(token, view))}${renderIds(view)}`,
  });
}

function renderCreated(
  { text, grant }: CreatedToken,
  { labels, hosts }: TokensPageView,
): Html {
  const { user_id, application_name, scope } = grant;
  const command = formatSampleCommand({ text, user_id, scope }, hosts);
  return renderCard({
    title: labels.created(application_name),
    body: html`<p>${labels.createdHint}</p>
${renderTextToCopy(text)}<p>${labels.sample}</p>
${renderTextToCopy(command)}`,
  });
}

function renderToken(token: Grant, { account, labels, now }: TokensPageView): Html {
  const { application_name, scope, created_datetime, expires_at, last_used_on } = token;
  const { formats } = account;
  const isExpired = !isLive(token, now);
  const expires = new Date(expires_at * 1000).toISOString();
  const isFull = coversScope(scope, fullScope);
  const fullAccess = isFull && { label: labels.fullAccess, isBad: true };
  return renderCard({
    title: application_name,
    badge: isExpired ? { label: labels.expired } : fullAccess || undefined,
    body: html`<p>${labels.can}</p>
${renderPermissions(scope, account)}${renderFacts([
  { label: labels.createdOn, value: formats.dateOfTime(created_datetime) },
  {
    label: labels.lastUsed,
    value: last_used_on ? formats.dayInUtc(last_used_on) : labels.neverUsed,
  },
  {
    label: isExpired ? labels.expiredOn : labels.expires,
    value: formats.longTime(expires),
  },
])}${!isExpired && renderRevocation(token, account, labels)}`,
  });
}

function renderRevocation(
  { id, application_name }: Grant,
  { form_token }: AccountContext,
  labels: TokensTexts,
): Html {
  return renderDangerForm({
    summary: labels.revocation,
    hint: labels.revocationHint,
    form_token,
    hidden: { id },
    button: {
      label: labels.revoke,
      description: labels.revokeLabel(application_name),
      name: 'action',
      value: 'revoke' satisfies TokenAction,
    },
  });
}

/** Renders what a script needs besides the token. */
function renderIds({ account, labels, hosts }: TokensPageView): Html {
  const headers = Object.entries(toDiaryHeaders(account.session.user_id));
  return renderCard({
    title: labels.ids,
    body: html`<p>${labels.idsHint}</p>
${renderFacts(headers.map(([label, value]) => ({ label, value: html`<code>${value}</code>` })))}
<p><a href="${hosts.main}/v7.1/docs/scripts/">${labels.guide}</a></p>
`,
  });
}
