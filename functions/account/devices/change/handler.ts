import { handleForm } from '#functions/account/account-handler.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { openTable } from '#shared/table/table.ts';
import type { DevicesNotice } from '../devices.texts.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  handleForm('devices', async ({ table, body, now, fail }, { session, pages }) => {
    const { data_source: id, priority_type: type } = body;
    const preference = { id, type, since: now.toISOString() };
    const isPreferred = await dataSources.prefer(table, session.user_id, preference);
    requireFound(isPreferred, { kind: 'data source', id }, fail);
    const notice = type === 'sleep' ? 'sleep_preferred' : 'preferred';
    const cookie = serializeNotice<DevicesNotice>('devices', notice);
    return redirect(pages.account('devices'), [cookie]);
  }),
);
