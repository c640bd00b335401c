import * as identities from '#functions/auth/identity/identity.store.ts';
import type { Principal } from '#shared/auth/principal.ts';
import { protocolDependencies } from '#shared/http/dependencies.ts';
import type { Fail } from '#shared/http/handler.ts';
import type { RecordRead } from '#shared/http/request-quota.ts';
import { serve } from '#shared/http/serve.ts';
import { serveEach } from '#shared/http/serve-each.ts';
import type { Table } from '#shared/table/table.ts';
import endpoints from './endpoints.ts';
import { toUserinfo } from './userinfo.ts';

interface UserinfoRequest {
  caller: Principal;
  table: Table<'get'>;
  recordRead: RecordRead;
  fail: Fail<'not_found'>;
}

/** Responds with what the scope of the token shows of its user. A POST is a read, too. */
async function respondWithUserinfo(request: UserinfoRequest) {
  const { caller, table, recordRead, fail } = request;
  const { user_id: id, scope } = caller;
  const profile = await identities.findProfile(table, id);
  if (!profile) throw fail('not_found', { kind: 'user', id });
  const body = toUserinfo(profile, scope);
  recordRead('profile.read', { query: undefined, body });
  return { status: 200 as const, body };
}

/** Serves userinfo for both methods. */
export const handler = serveEach(endpoints, {
  read: serve(endpoints.read, protocolDependencies, respondWithUserinfo),
  submit: serve(endpoints.submit, protocolDependencies, respondWithUserinfo),
});
