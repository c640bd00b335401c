import { requireSession } from '#functions/account/account-context.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { openTable } from '#shared/table/table.ts';
import { renderDevicesPage } from '../devices.page.ts';
import endpoint from './endpoint.ts';

/** The kind of data whose preference was saved, by the notice. */
const savedTypes = { preferred: 'activity', sleep_preferred: 'sleep' } as const;

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireSession(request, 'devices');
    if (!loaded.ok) return loaded.error;

    const context = loaded.value;
    const sources = await dataSources.list(request.table, context.session.user_id);
    const { notice } = request.query;
    const body = renderDevicesPage(sources, context, notice && savedTypes[notice]);
    return { status: 200, cookies: context.cookies, body };
  },
);
