import type { UploadedImage } from '#kit/images.ts';
import { getCode } from '#kit/oauth-parties.ts';
import { type Send, type SendOptions, send, type TestResponse } from '#kit/send.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { sampleImage } from '#lib/sample-image.ts';
import { readImageFile } from '#shared/image-format/image-format.ts';
import type { SmokeApplication } from './application.ts';
import type { SmokeTarget } from './target.ts';
import type { SmokeUser } from './user.ts';

/** Runs one step of the journey, whose name completes the sentence "Cannot ...". */
export type RunStep = <Result>(
  name: string,
  run: () => Promise<Result>,
) => Promise<Result>;

type Urls = SmokeTarget['urls'];
type Account = SmokeUser & SmokeApplication;

interface Created {
  _links: { self: [{ href: string; id: string }] };
}

/** Uses every part of a service as a user and an application do. */
export async function runJourney(
  urls: Urls,
  account: Account,
  runStep: RunStep,
): Promise<void> {
  const sendWithoutToken: Send = (...request) => send(urls, ...request);
  const code = await runStep('sign in and allow the application', () =>
    authorize(sendWithoutToken, urls, account),
  );
  const token = await runStep('exchange the code for an access token', () =>
    redeem(sendWithoutToken, account, code),
  );
  const asUser = createUserSend(urls, account, token);
  await runStep('read the profile of the user', () => readProfile(asUser, account));
  await runStep('create, read, list and deactivate a data source', () =>
    useDataSource(asUser, account),
  );
  await runStep('upload an image and fetch another size of it', () =>
    useImage(asUser, urls, account),
  );
  await runStep('create, read and delete a diary entry', () => useDiary(asUser));
  await runStep('revoke the access token', () =>
    revoke(sendWithoutToken, account, token),
  );
}

async function authorize(
  sendWithoutToken: Send,
  urls: Urls,
  { email, password, deviceSecret, client_id, redirect_uri }: Account,
): Promise<string> {
  const browser = newTestBrowser(sendWithoutToken, urls.auth);
  browser.cookies.set('__Host-fit_device', deviceSecret);
  const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri });
  await expectStatus(200, browser.open(`${urls.auth}/v7.1/oauth2/authorize/?${query}`));
  await expectStatus(200, browser.submit({ email, password }));
  await expectStatus(303, browser.submit({ decision: 'allow' }));
  const destination = browser.getDestination();
  const code = getCode(destination);
  if (!code) throw new Error(`There is no code in the redirect to ${destination}`);
  return code;
}

async function redeem(
  sendWithoutToken: Send,
  { client_id, client_secret }: Account,
  code: string,
): Promise<string> {
  const form = { grant_type: 'authorization_code', client_id, client_secret, code };
  const path = '/v7.1/oauth2/access_token/';
  const request = sendWithoutToken<{ access_token: string }>('POST', path, { form });
  const { body } = await expectStatus(200, request);
  return body.access_token;
}

/** Creates a `Send` with the token, and with the headers that the diary requires. */
function createUserSend(
  urls: Urls,
  { client_id, user_id }: Account,
  token: string,
): Send {
  const headers = { 'svc-client-id': client_id, 'svc-user-id': user_id };
  return (method, path, options: SendOptions = {}) =>
    send(urls, method, path, { token, headers, ...options });
}

async function readProfile(asUser: Send, { user_id }: Account): Promise<void> {
  const request = asUser<{ id: string }>('GET', '/v7.1/user/self/');
  const { body, text } = await expectStatus(200, request);
  if (body.id !== user_id) throw new Error(`Expected the user ${user_id}, got ${text}`);
}

async function useDataSource(asUser: Send, { device }: Account): Promise<void> {
  const json = { name: 'Smoke test', _embedded: { device: [device] } };
  const request = asUser<Created>('POST', '/v7.1/data_source/', { json });
  const { body } = await expectStatus(201, request);
  const [{ href, id }] = body._links.self;
  await expectStatus(200, asUser('GET', href));
  await expectListed(asUser, id, true);
  await expectStatus(200, asUser('PUT', href, { json: { active: false } }));
  await expectListed(asUser, id, false);
}

async function expectListed(
  asUser: Send,
  id: string,
  isExpected: boolean,
): Promise<void> {
  const { text } = await expectStatus(200, asUser('GET', '/v7.1/data_source/'));
  const expectation = isExpected ? 'with' : 'without';
  if (text.includes(id) !== isExpected)
    throw new Error(`Expected a list ${expectation} ${id}, got ${text}`);
}

async function useImage(asUser: Send, urls: Urls, { image_ids }: Account): Promise<void> {
  const form = new FormData();
  const data = JSON.stringify({ href: '/v7.1/page/1', rel: 'cover_photo', index: 0 });
  form.append('data', new Blob([data], { type: 'application/json' }));
  form.append('image', new Blob([sampleImage]));
  const request = asUser<UploadedImage>('POST', '/v7.1/image/', { body: form });
  const { body } = await expectStatus(201, request);
  image_ids.push(body._links.self[0].id);
  await expectWidth(
    body.template.replace('{width}', '32').replace('{height}', '32'),
    32,
    urls,
  );
}

/** Throws an error unless the address is one of the CDN, and its image has this width. */
async function expectWidth(uri: string, width: number, urls: Urls): Promise<void> {
  if (!uri.startsWith(`${urls.cdn}/`))
    throw new Error(`Expected an image at ${urls.cdn}, got ${uri}`);
  const response = await fetch(uri);
  const bytes = Buffer.from(await response.arrayBuffer());
  const image = readImageFile(bytes);
  if (image?.width !== width)
    throw new Error(
      `Expected an image ${width} pixels wide, got ${response.status}: ${bytes}`,
    );
}

async function useDiary(asUser: Send): Promise<void> {
  const host = 'diary';
  const item = {
    type: 'exercise',
    date: '2026-01-01',
    exercise: { id: '1' },
    duration: 60,
    energy: { unit: 'calories', value: 10 },
  };
  const options = { host, json: { items: [item] } } as const;
  const request = asUser<{ items: [{ id: string }] }>('POST', '/v2/diary', options);
  const { body } = await expectStatus(201, request);
  const path = `/v2/diary/${body.items[0].id}`;
  await expectStatus(200, asUser('GET', path, { host }));
  await expectStatus(204, asUser('DELETE', path, { host }));
  await expectStatus(404, asUser('GET', path, { host }));
}

async function revoke(
  sendWithoutToken: Send,
  { client_id, client_secret }: Account,
  token: string,
): Promise<void> {
  const form = { token, client_id, client_secret };
  await expectStatus(200, sendWithoutToken('POST', '/v7.1/oauth2/revoke/', { form }));
}

/** Returns the response if it has the expected status. Otherwise throws an error that quotes it. */
async function expectStatus<Body>(
  expected: number,
  pending: Promise<TestResponse<Body>>,
): Promise<TestResponse<Body>> {
  const response = await pending;
  if (response.status !== expected)
    throw new Error(`Expected status ${expected}, got ${formatResponse(response)}`);
  return response;
}

function formatResponse({ status, headers, text }: TestResponse): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return [status, ...lines, '', text].join('\n');
}
