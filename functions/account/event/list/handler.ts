import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import { openTableFor } from '#shared/table/table.ts';
import { readEvents } from '../event.store.ts';
import { seeEvent } from '../event.ts';
import { presentEvents } from '../event-representation.ts';
import { formatCursor, toSequence, toView } from './cursor.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { table: openTableFor(endpoint) },
  async ({ caller, query: { cursor, limit }, table, links, baseUrls, fail }) => {
    const view = toView(caller);
    const isResumed = typeof cursor === 'object';
    if (isResumed && cursor.view !== view) throw fail('cursor_expired');

    const page = await readEvents(table, caller.user_id, toSequence(cursor), limit);
    if (isResumed && page.isGap) throw fail('cursor_expired');

    const visible = page.events.flatMap((event) => {
      const seen = seeEvent(event, caller);
      return seen ? [{ sequence: event.sequence, ...seen }] : [];
    });
    const toCursor = (sequence: number) => formatCursor({ sequence, view });
    const next_cursor = toCursor(page.sequence);
    const linkFrom = (from: string | undefined) =>
      links.collection('changes', compact({ cursor: from, limit }));
    const body = {
      items: presentEvents(visible, { links, diary: baseUrls.diary, toCursor }),
      next_cursor,
      has_more: !page.isComplete,
      _links: compact({
        self: linkFrom(isResumed ? formatCursor(cursor) : cursor),
        next: page.isComplete ? undefined : linkFrom(next_cursor),
        documentation: links.documentation('changes'),
      }),
    };
    return { status: 200, body };
  },
);
