import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call } from '#kit/call.ts';
import { table } from '#kit/fixtures.ts';
import { newVisitor } from '#kit/visitor.ts';
import { isNew } from '#shared/table/condition.ts';
import type { Key } from '#shared/table/keys.ts';

const { urls } = inject('service');

/**
 * Items of one user and one client, as an early version stored them: the password is in the item of
 * the email, and neither the client nor the grant has scopes.
 */
const file = join(import.meta.dirname, 'earlier-items.json');
const items: Key[] = JSON.parse(await readFile(file, 'utf8'));

const user_id = '01m8130z9g768f1v922c3f5vhqfgp0y3q3kr';
const user = { email: 'earlier@example.com', password: 'cmdp-68nn-hqbt-dhfg' };
const client_id = '01m8130z9gghpb7xtfmfw0rdqj21evvtvf7m';
const client_secret =
  'fit_cs_fzfpm4015sxttn67cb72rxm8xr6mve62h6n06b6kb2sprqcb3wfghmktjdr';
const redirect_uri = 'http://127.0.0.1:4720/callback';
const token =
  `fit_at_${user_id}_01m8130z9gsp4fvse0d8yaq35rtk13raw0rg` +
  '_p2tsqkwf1qfda6wttadj4z4bf9r6rwwe4p0sajnp0r8bqp5ktx80vedy36g';

interface DataSourceList {
  _embedded: { data_sources: unknown[] };
}

interface DiaryDay {
  items: unknown[];
}

interface TokenResponse {
  refresh_token: string;
}

beforeAll(async () => {
  for (const item of items) await table().put(item, isNew);
});

describe('data of an early version', () => {
  it('is read with a token of that version', async () => {
    const { body: sources } = await call<DataSourceList>('GET', '/v7.1/data_source/', {
      token,
    });
    expect(sources._embedded.data_sources).toMatchObject([{ name: 'My watch' }]);

    const headers = { 'svc-client-id': client_id, 'svc-user-id': user_id };
    const path = '/v2/diary?entry_date=2026-11-20&fields[]=energy';
    const options = { host: 'diary', token, headers } as const;
    const { body: day } = await call<DiaryDay>('GET', path, options);
    expect(day.items).toMatchObject([
      { type: 'diary_meal', diary_meal: 'Breakfast' },
      { type: 'exercise', energy: { value: 254.5 } },
    ]);
  });

  it('lets the user sign in, and the client get and refresh a token', async () => {
    const visitor = newVisitor(call, urls.auth);
    const query = { client_id, redirect_uri, response_type: 'code' };
    const search = new URLSearchParams(query);
    await visitor.open(`${urls.auth}/v7.1/oauth2/authorize/?${search}`);
    await visitor.submit(user);
    await visitor.submit({ decision: 'allow' });
    const code = visitor.getDestination().searchParams.get('code') ?? '';

    const client = { client_id, client_secret };
    const redeem = (form: Record<string, string>) =>
      call<TokenResponse>('POST', '/v7.1/oauth2/access_token/', {
        form: { ...client, ...form },
      });
    const grant_type = 'authorization_code';
    const { body } = await redeem({ grant_type, code, redirect_uri });
    expect(body).toMatchObject({ user_id, scope: 'read' });
    const { refresh_token } = body;
    const refreshed = await redeem({ grant_type: 'refresh_token', refresh_token });
    expect(refreshed.status).toBe(200);
  });
});
