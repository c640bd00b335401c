#!/usr/bin/env bash
# simple-oauth2 loses the refresh token when a server goes on with the same one.
#
# Versions: simple-oauth2 5.1.0, client-oauth2 4.3.3, @badgateway/oauth2-client 3.3.1. Seen on
# 2026-11-30.
# Input: a server, in this script, that responds to a refresh with a new access token and no refresh
# token. It may: RFC 6749, section 6, lets it issue a new one, and the old one is valid until then.
# Seen: after the first refresh, simple-oauth2 has no refresh token, so its second one has none to
# send. Its code means to keep the old one, but looks in the wrong object. The two others keep it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent simple-oauth2@5.1.0 client-oauth2@4.3.3 @badgateway/oauth2-client@3.3.1
cat > read.mjs << 'READ'
import { createServer } from 'node:http';
import { OAuth2Client } from '@badgateway/oauth2-client';
import ClientOAuth2 from 'client-oauth2';
import { AuthorizationCode } from 'simple-oauth2';

const server = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  response.end('{"access_token":"second","token_type":"Bearer","expires_in":3600}');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const [id, secret] = ['client', 'secret'];

const simple = await new AuthorizationCode({
  client: { id, secret },
  auth: { tokenHost: origin, tokenPath: '/token' },
})
  .createToken({ access_token: 'first', refresh_token: 'kept', expires_in: 0 })
  .refresh();
console.log('simple-oauth2:', simple.token.access_token, simple.token.refresh_token);

const plain = new ClientOAuth2({
  clientId: id,
  clientSecret: secret,
  accessTokenUri: `${origin}/token`,
});
const { accessToken, refreshToken } = await plain.createToken('first', 'kept', 'bearer').refresh();
console.log('client-oauth2:', accessToken, refreshToken);

const settings = { server: origin, tokenEndpoint: '/token', clientId: id, clientSecret: secret };
const first = { accessToken: 'first', refreshToken: 'kept', expiresAt: 0 };
const other = await new OAuth2Client(settings).refreshToken(first);
console.log('oauth2-client:', other.accessToken, other.refreshToken);
server.close();
READ
node read.mjs | tee seen.txt
cat > expected.txt << 'EXPECTED'
simple-oauth2: second undefined
client-oauth2: second kept
oauth2-client: second kept
EXPECTED
cmp seen.txt expected.txt
