import * as dataSources from '#shared/data-source/data-source.store.ts';
import { requireFound } from '#shared/http/require-found.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { redirect } from '#shared/pages/redirect.ts';
import { requestMerge } from '#shared/remote-connection/sync-request.store.ts';
import { openTable } from '#shared/table/table.ts';
import { requireFormPost } from '../../account-context.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer, table: openTable },
  async (request) => {
    const loaded = await requireFormPost(request, { form: 'devices', page: 'devices' });
    if (!loaded.ok) return loaded.error;

    const { table, body, now, fail } = request;
    const { session, pages } = loaded.value;
    const id = body.data_source;
    const preferredAt = now.toISOString();
    const preferred = await dataSources.prefer(
      table,
      session.user_id,
      id,
      body.priority_type,
      preferredAt,
    );
    requireFound(preferred.done && preferred.item, { kind: 'data source', id }, fail);
    if (body.priority_type === 'sleep') {
      return redirect(pages.account('devices', 'sleep_preferred'));
    }
    // The diary has no sleep, so only activities have entries to merge.
    await requestMerge(table, session.user_id, 'priorities_changed', now);
    return redirect(pages.account('devices', 'preferred'));
  },
);
