import { handleForm } from '#functions/account/account-handler.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTableFor } from '#shared/table/table.ts';
import type { ApplicationsNotice } from '../applications.texts.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTableFor(endpoint) },
  handleForm('applications', async ({ table, body, now, requestId }, account) => {
    const { client_id } = body;
    const { user_id } = account.session;
    const count = await revocations.revokeAllOfUserAndClient(
      table,
      user_id,
      client_id,
      now,
    );
    if (count > 0)
      audit('consent_withdrawn', { request_id: requestId, client_id, user_id });
    const cookie = serializeNotice<ApplicationsNotice>('applications', 'access_removed');
    return redirect(account.pages.account('applications'), [cookie]);
  }),
);
