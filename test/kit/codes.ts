import * as grants from '#functions/auth/grant/grant.store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { type TestClient, type TestUser, table } from './fixtures.ts';

/** A code that a person granted an application, without the way through the pages. */
export async function issueCode(
  { user_id, username }: Pick<TestUser, 'user_id' | 'username'>,
  { client_id, name, redirect_uri }: TestClient,
  { code_challenge, now = new Date() }: { code_challenge?: string; now?: Date } = {},
): Promise<string> {
  const grantee = {
    user_id,
    username,
    client_id,
    application_name: name,
    token_use: 'user',
  } as const;
  const approval = { id: newId(now), redirect_uri, code_challenge, ...grantee };
  return (await grants.createFromApproval(table(), approval, now)) ?? '';
}
