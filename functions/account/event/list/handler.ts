import type { Principal } from '#shared/auth/principal.ts';
import { coversScope, fullScope } from '#shared/contract/scopes.ts';
import { createNameCheck } from '#shared/http/name-check.ts';
import { createRequestQuota } from '#shared/http/request-quota.ts';
import { serve } from '#shared/http/serve.ts';
import { compact } from '#shared/runtime/compact.ts';
import { openTableFor } from '#shared/table/table.ts';
import { emptyLog, readEvents, readHead } from '../event.store.ts';
import { seeEvent } from '../event.ts';
import { presentEvents } from '../event-representation.ts';
import { openCursors } from './cursor.ts';
import endpoint from './endpoint.ts';

/**
 * The events that are read for a page, whatever its limit: a page that is full as long as there are
 * more events does not tell how many are hidden.
 */
const readLimit = 1000;

/** Returns whether no event is hidden from a caller, who then may know the numbers of events. */
function seesEverything({ scope, hidden_types }: Principal): boolean {
  return hidden_types.length === 0 && coversScope(scope, fullScope);
}

export const handler = serve(
  endpoint,
  {
    quota: createRequestQuota,
    names: createNameCheck,
    table: openTableFor(endpoint),
  },
  async ({ caller, query: { cursor, limit }, table, links, baseUrls, fail }) => {
    const head = await readHead(table, caller.user_id);
    const cursors = openCursors(head, caller);
    const isResumed = cursor !== undefined && cursor !== 'now';
    const start = cursor === 'now' ? head?.sequence : 0;
    const after = isResumed ? cursors.open(cursor) : (start ?? 0);
    if (after === undefined) throw fail('cursor_expired');

    const read = head
      ? await readEvents(table, caller.user_id, after, readLimit)
      : emptyLog;
    if (isResumed && read.isGap) throw fail('cursor_expired');

    const visible = read.events.flatMap((event) => {
      const seen = seeEvent(event, caller);
      return seen ? [{ sequence: event.sequence, seen }] : [];
    });
    const page = visible.slice(0, limit);
    const isCut = visible.length > page.length;
    const isNumbered = seesEverything(caller);
    const items = page.map(({ sequence, seen }) => ({
      ...seen,
      ...compact({ sequence: isNumbered ? sequence : undefined }),
      cursor: cursors.seal(sequence),
    }));
    const last = isCut ? page.at(-1)?.sequence : undefined;
    const next_cursor = cursors.seal(last ?? read.sequence);
    const has_more = isCut || !read.isComplete;
    const linkFrom = (from: string | undefined) =>
      links.collection('changes', compact({ cursor: from, limit }));
    const body = {
      items: presentEvents(items, { links, diary: baseUrls.diary }),
      next_cursor,
      has_more,
      _links: compact({
        self: linkFrom(cursor),
        next: has_more ? linkFrom(next_cursor) : undefined,
        documentation: links.documentation('changes'),
      }),
    };
    return { status: 200, body };
  },
);
