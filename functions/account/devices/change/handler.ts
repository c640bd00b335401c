import { redirectToPage, serveForm } from '#functions/account/account-handler.ts';
import * as dataSources from '#functions/main/data-source/data-source.store.ts';
import { requireFound } from '#shared/http/handler.ts';
import type { DevicesNotice } from '../devices.texts.ts';
import endpoint from './endpoint.ts';

export const handler = serveForm(
  endpoint,
  'devices',
  async ({ table, body, now, fail }, account) => {
    const { user_id } = account.session;
    const { data_source: id, priority_type: type } = body;
    const preference = { id, type, since: now.toISOString() };
    const isPreferred = await dataSources.prefer(table, user_id, preference);
    requireFound(isPreferred, { kind: 'data source', id }, fail);
    const notice = type === 'sleep' ? 'sleep_preferred' : 'preferred';
    return redirectToPage<DevicesNotice>(account, 'devices', notice);
  },
);
