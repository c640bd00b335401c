import { describe, expect, it } from 'vitest';
import type { Client } from '#functions/auth/client/client.ts';
import { findTarget } from '#functions/auth/resource/resource.ts';
import { invalidUtf8Value } from '#shared/contract/schema.ts';
import { findAuthorizationError } from './checks.ts';
import { parseParameters } from './parameters.ts';

const client: Client = {
  client_id: 'x',
  name: 'Test',
  redirect_uris: [],
  grant_types: ['authorization_code'],
  native: false,
  pkce_required: false,
  secrets: [],
  created_datetime: '',
};
const valid = {
  client_id: 'x',
  redirect_uri: 'https://app.example/',
  response_type: 'code',
};
const urls = {
  main: 'https://api.example',
  diary: 'https://diary.example',
  mcp: 'https://api.example/mcp',
};
const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 'S256' };

type Query = Parameters<typeof parseParameters>[0];

const findProblem = (query: Query, clientChanges: Partial<Client> = {}) => {
  const parameters = parseParameters(query);
  const target = findTarget(parameters.resource, urls);
  return findAuthorizationError(parameters, { ...client, ...clientChanges }, target);
};

const findError = (query: Query, clientChanges: Partial<Client> = {}) =>
  findProblem(query, clientChanges)?.error;

describe('an authorization request', () => {
  it.each([
    [{}],
    [{ scope: 'read' }],
    // Unknown scopes beside a known one are ignored.
    [{ scope: 'read write' }],
    [{ scope: '' }],
    [{ scope: 'diary.read address' }],
    [{ scope: 'openid' }],
    [{ scope: 'openid profile email' }],
    [{ scope: 'read openid', nonce: 'ä'.repeat(512) }],
    [{ state: 'x' }],
    [{ state: 'ä'.repeat(2048) }],
    [{ response_mode: 'query' }],
    [challenge],
    [{ code_challenge: '', code_challenge_method: '' }],
  ])('is valid with %j', (parameters) => {
    expect(findError({ ...valid, ...parameters })).toBeUndefined();
  });

  it.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['unsupported_response_type', { response_type: 'code token' }],
    ['invalid_request', { response_type: '' }],
    ['invalid_request', { state: ['x', 'y'] }],
    ['invalid_request', { response_type: ['code', 'code'] }],
    ['invalid_request', { state: invalidUtf8Value }],
    ['invalid_request', { state: 'ä'.repeat(2049) }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['invalid_request', { response_mode: 'form_post' }],
    ['invalid_request', { response_mode: 'QUERY' }],
    ['invalid_request', { ...challenge, code_challenge_method: 'plain' }],
    ['invalid_request', { ...challenge, code_challenge_method: 's256' }],
    ['invalid_request', { code_challenge: challenge.code_challenge }],
    ['invalid_request', { code_challenge_method: 'S256' }],
    ['invalid_request', { ...challenge, code_challenge: 'a'.repeat(42) }],
    ['invalid_request', { ...challenge, code_challenge: 'a'.repeat(44) }],
    ['invalid_request', { ...challenge, code_challenge: `${'a'.repeat(42)}+` }],
    ['invalid_request', { ...challenge, code_challenge: `${'a'.repeat(43)}\n` }],
    ['invalid_request', { ...challenge, code_challenge: `${'a'.repeat(42)}=` }],
    ['invalid_scope', { scope: 'write' }],
    ['invalid_scope', { scope: 'READ' }],
    ['invalid_scope', { scope: 'address phone' }],
    ['invalid_scope', { scope: 'profile email' }],
    ['invalid_request', { nonce: 'ä'.repeat(513) }],
    ['invalid_request', { nonce: ['x', 'y'] }],
  ])('is rejected as %s with %j', (error, parameters) => {
    expect(findError({ ...valid, ...parameters })).toBe(error);
  });

  it('learns that scopes are separated by spaces if it has a comma between them', () => {
    const problem = findProblem({ ...valid, scope: 'diary.read,profile.read' });
    expect(problem?.error_description).toContain(
      'separated by spaces: read, profile.read',
    );
  });

  it('can ask for a sign-in only if the scopes of the client include it', () => {
    const reader = { scopes: ['diary.read'] as const };
    expect(findError({ ...valid, scope: 'openid diary.read' }, reader)).toBeUndefined();
    expect(findError({ ...valid, scope: 'openid' }, reader)).toBe('invalid_scope');
    const signIn = { scopes: ['openid', 'email'] as const };
    expect(findError({ ...valid, scope: 'openid profile' }, signIn)).toBeUndefined();
    expect(findError({ ...valid, scope: 'openid read' }, signIn)).toBe('invalid_scope');
  });

  it('requires a client that is registered for the authorization code grant', () => {
    expect(findError(valid, { grant_types: ['client_credentials'] })).toBe(
      'unauthorized_client',
    );
  });

  it('requires a challenge if the client is registered with PKCE', () => {
    expect(findError(valid, { pkce_required: true })).toBe('invalid_request');
    expect(
      findError({ ...valid, ...challenge }, { pkce_required: true }),
    ).toBeUndefined();
  });
});

describe('an authorization request for the MCP endpoint', () => {
  const forAgent = { ...valid, ...challenge, resource: urls.mcp };

  it.each([
    [undefined, {}],
    ['diary.write', {}],
    ['read diary.write', {}],
    ['connections.write offline_access', {}],
    [undefined, { scopes: ['diary.write'] as const }],
  ])('is valid with the scope %s of a client with %j', (scope, changes) => {
    expect(findError({ ...forAgent, scope }, changes)).toBeUndefined();
  });

  it.each([
    ['read', {}],
    ['openid', {}],
    ['profile.read images.write', {}],
    ['diary.write', { scopes: ['diary.read'] as const }],
    [undefined, { scopes: ['profile.read'] as const }],
  ])('is rejected with the scope %s of a client with %j', (scope, changes) => {
    expect(findError({ ...forAgent, scope }, changes)).toBe('invalid_scope');
  });

  it('needs a challenge of every client', () => {
    expect(findError({ ...valid, resource: urls.mcp })).toBe('invalid_request');
  });

  it('is for nothing else', () => {
    for (const resource of [[urls.mcp, urls.main], 'https://other.example'])
      expect(findError({ ...forAgent, resource })).toBe('invalid_target');
  });
});
