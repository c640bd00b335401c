import { openImportFiles } from '#functions/diary/file-import/import-files.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import { openTableFor } from '#shared/table/table.ts';
import endpoints from './endpoints.ts';
import { readInboxSecret, receivePush } from './receive-push.ts';

const stores = {
  table: openTableFor(endpoints.receive),
  pushes: openImportFiles,
};

/** Serves the addresses of all inboxes. */
export const handler = serveEach(endpoints, {
  receive: serve(endpoints.receive, stores, (request) =>
    receivePush(request, readInboxSecret(request)),
  ),
  receiveByAddress: serve(endpoints.receiveByAddress, stores, (request) =>
    receivePush(request, request.params.secret),
  ),
});
