import type { AccountContext } from '#functions/account/account-context.ts';
import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import { consentGiven } from '#functions/auth/identity/consent-field.ts';
import * as processing from '#functions/auth/identity/processing.store.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { type AuditEvent, audit } from '#shared/runtime/audit.ts';
import {
  type PrivacyAction,
  type PrivacyNotice,
  renderPrivacyPage,
} from '../privacy.page.ts';
import endpoint from './endpoint.ts';

type PrivacyRequest = HandlerRequest<typeof endpoint>;

export const handler = serveForm(endpoint, 'privacy', async (request, account) => {
  const { query, body, requestId } = request;
  const { change, event, notice } = actions[body.action];
  const isDone = await change(request, account);
  if (!isDone) {
    const page = renderPrivacyPage(account, query, { isConsentMissing: true });
    return { status: 400, body: page };
  }
  const { user_id } = account.session;
  audit(event, { request_id: requestId, user_id });
  if (query.continue) return redirect(account.pages.account(query.continue));
  return redirectToPage<PrivacyNotice>(account, 'privacy', notice);
});

interface Action {
  /** Returns false if the consent is missing. */
  change(request: PrivacyRequest, account: AccountContext): Promise<boolean>;
  event: AuditEvent;
  notice: PrivacyNotice;
}

const actions: Readonly<Record<PrivacyAction, Action>> = {
  restrict: {
    change: async ({ table, now }, { session }) => {
      await processing.restrict(table, session.user_id, now);
      return true;
    },
    event: 'processing_restricted',
    notice: 'restricted',
  },
  resume: {
    change: async ({ table, body, now }, { session: { user_id } }) => {
      const givesConsent = body.health_consent === consentGiven;
      const isResumed = await processing.resume(table, user_id, { givesConsent, now });
      // A form that is sent twice has resumed it before.
      return isResumed || !(await processing.isRestricted(table, user_id));
    },
    event: 'processing_resumed',
    notice: 'resumed',
  },
  consent: {
    change: async ({ table, body, now }, { session }) => {
      if (body.health_consent !== consentGiven) return false;
      await processing.giveConsent(table, session.user_id, now);
      return true;
    },
    event: 'health_consent_given',
    notice: 'consent_given',
  },
  withdraw: {
    change: async ({ table, now }, { session }) => {
      await processing.withdrawConsent(table, session.user_id, now);
      return true;
    },
    event: 'health_consent_withdrawn',
    notice: 'consent_withdrawn',
  },
};
