import * as grants from '#functions/auth/grant/grant.store.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { newId } from '#shared/runtime/ids.ts';
import { type TestClient, type TestPerson, table } from './fixtures.ts';

interface CodeOptions {
  code_challenge?: string | undefined;
  now?: Date;
}

/** Issues the code of a grant to a client, without the pages. */
export async function issueCode(
  { user_id, username }: TestPerson,
  { client_id, name, redirect_uri }: Omit<TestClient, 'client_secret'>,
  { code_challenge, now = new Date() }: CodeOptions = {},
): Promise<string> {
  const grantedAccess = {
    user_id,
    username,
    client_id,
    application_name: name,
    token_use: 'user',
    scope: fullScope,
  } as const;
  const approval = { id: newId(now), redirect_uri, code_challenge, ...grantedAccess };
  return (await grants.createFromApproval(table(), approval, now)) ?? '';
}
