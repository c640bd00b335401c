import * as dataSources from '#shared/data-source/data-source.store.ts';
import { serve } from '#shared/http/serve.ts';
import { withLocation } from '#shared/http/with-location.ts';
import { requestMerge } from '#shared/remote-connection/sync-request.store.ts';
import { openTable } from '#shared/table/table.ts';
import { listPriorities, present } from '../priority.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTable },
  async ({ caller, body, table, links, now, fail }) => {
    const { priority_type } = body;
    const id = body._links.data_source;
    const priorities = listPriorities(await dataSources.list(table, caller.user_id));
    const currentPriority = priorities.find(
      (priority) => priority.priority_type === priority_type,
    );
    if (currentPriority?.source.id === id) {
      return withLocation(200, present(currentPriority, links));
    }

    const since = now.toISOString();
    const outcome = await dataSources.prefer(
      table,
      caller.user_id,
      id,
      priority_type,
      since,
    );
    if (!outcome.done) {
      throw fail('validation_failed', {
        failures: {
          '_links.data_source': ['must link to one of your active data sources'],
        },
      });
    }

    // The preferred data source decides which of two merged workouts is shown (wire.md R9).
    if (priority_type === 'activity') {
      await requestMerge(table, caller.user_id, 'priorities_changed', now);
    }
    const created = { priority_type, since, source: outcome.item };
    return withLocation(201, present(created, links));
  },
);
