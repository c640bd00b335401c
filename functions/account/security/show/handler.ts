import { requireSession } from '#functions/account/account-context.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { loadSecurityPage } from '../load-security-page.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireSession(request, 'security');
    if (!loaded.ok) return loaded.error;

    const { cookies } = loaded.value;
    const { notice } = request.query;
    const body = await loadSecurityPage(request, loaded.value, { notice });
    return { status: 200, cookies, body };
  },
);
