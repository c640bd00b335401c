import { requireFormPost } from '#functions/account/account-context.ts';
import * as revocations from '#functions/auth/grant/revocation.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { audit } from '#shared/runtime/audit.ts';
import { openTable } from '#shared/table/table.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireFormPost(request, {
      form: 'remove',
      page: 'applications',
    });
    if (!loaded.ok) return loaded.error;

    const { table, now, requestId } = request;
    const { client_id } = request.body;
    const { user_id } = loaded.value.session;
    const count = await revocations.revokeAllOfUserAndClient(
      table,
      user_id,
      client_id,
      now,
    );
    if (count > 0)
      audit('consent_withdrawn', { request_id: requestId, client_id, user_id });

    return redirect(loaded.value.pages.account('applications', 'access_removed'));
  },
);
