import { describe, expect, it } from 'vitest';
import { ProviderSource, requireValidProviders } from './remote-connection-types.ts';
import { parseSource } from './source.ts';

const provider = {
  key: 'polar',
  name: 'Polar Flow',
  device_manufacturer: 'Polar',
  device_model: 'Flow',
  records: 'activities',
  connection: 'oauth2',
  retired: 'false',
  authorize_url: 'https://flow.example/oauth2/authorization',
  authorize_parameters: '',
  scopes: 'read_all',
  scope_separator: '',
  pkce: '',
  token_url: 'https://flow.example/oauth2/token',
  refresh_url: '',
  client_auth: 'basic',
  revoke: 'DELETE https://flow.example/users/{remote_id}',
  revoke_authorization: 'bearer',
  revoke_form: '',
  revoke_nonce: '',
  revoke_success: '',
  sync: 'polar',
  note: '',
};

function check(...rows: (typeof provider)[]): void {
  const lines = [Object.keys(provider), ...rows.map((row) => Object.values(row))];
  const file = { path: 'data/providers.csv', text: lines.join('\n') };
  requireValidProviders(file.path, parseSource(file, ProviderSource));
}

describe('the source of the remote connection types', () => {
  it('is accepted if it has no problems', () => {
    expect(() =>
      check(provider, { ...provider, key: 'suunto', device_manufacturer: 'Suunto' }),
    ).not.toThrow();
  });

  it.each<[string, Partial<typeof provider>]>([
    [
      'connection: must be one of oauth2, oauth1, phone, api_key, none',
      { connection: 'magic' },
    ],
    [
      'token_url: must be an https URL',
      { token_url: 'http://flow.example/oauth2/token' },
    ],
    ['client_auth: must be one of basic, body, query', { client_auth: 'header' }],
    [
      'it must have both or neither of authorize_url and token_url',
      { authorize_url: '' },
    ],
    ['it must have both or neither of token_url and client_auth', { client_auth: '' }],
    ['sync needs oauth2 that is not retired', { client_auth: 'query' }],
    ['sync needs oauth2 that is not retired', { retired: 'true' }],
    ['sync: must be the name of a folder', { sync: '../polar' }],
    ['revoke: ', { revoke: 'DELETE http://flow.example/users' }],
    ['revoke: ', { revoke: 'DELETE https://{remote_id}.flow.example/users' }],
    ['revoke_authorization, revoke_form and revoke_success need revoke', { revoke: '' }],
    ['revoke_form needs the method POST in revoke', { revoke_form: 'token={token}' }],
    [
      'revoke_nonce needs {nonce} and {signature} in revoke_form',
      { revoke_nonce: 'https://flow.example/nonce' },
    ],
    [
      'revoke and revoke_form may only use {token}, ',
      { revoke: 'GET https://flow.example/{user_id}' },
    ],
  ])('is rejected with the problem: %s', (problem, change) => {
    expect(() => check({ ...provider, ...change })).toThrow(`polar: ${problem}`);
  });

  it('is rejected if two providers have the same device', () => {
    expect(() => check(provider, { ...provider, key: 'polar_two' })).toThrow(
      /polar: another provider has the same device\n.*polar_two: another/,
    );
  });
});
