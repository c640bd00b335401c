import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  getIdentityHeaders,
  issueUserToken,
  newClient,
  newUser,
  type TestUser,
} from '#kit/fixtures.ts';
import { importedRun, importWorkout } from '#kit/imported-workouts.ts';
import { startLoopbackServer } from '#kit/loopback-server.ts';
import { openTokensPage } from '#kit/personal-tokens.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { type Send, send } from '#kit/send.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import type { LocalService } from '#lib/local/service.ts';
import { root } from '#lib/paths.ts';
import { sampleImage } from '#lib/sample-image.ts';
import { listVariables } from '#lib/start/commands.ts';
import { fullScope } from '#shared/contract/scopes.ts';

type Urls = LocalService['urls'];

/** A file of the repository that the guides import. */
const workoutFile = 'morning-run.gpx';

/** A person who follows the guides, with an application and an account of their own. */
export interface SampleReader {
  /** The variables that the line of `npm start` sets. */
  variables: Readonly<Record<string, string>>;
  /** Replaces the names of files in a sample by their paths, and the receiver by one that runs. */
  placeFiles(code: string): string;
  /**
   * Finds the value that a person enters for a variable. `printed` is what the samples printed: the
   * last is the URL of a page on which the person allows access, or a response has the value.
   */
  findValue(variable: string, printed: readonly unknown[]): Promise<string>;
}

/** The scopes of readers, if their guide needs more than full access. */
const guideScopes: Readonly<Record<string, string>> = {
  body: `${fullScope} measurements.write`,
};

/** The guide whose readers have a token of their own instead of an application. */
const guideOfScripts = 'scripts';

/**
 * Creates a person with two imported workouts of one day and, in a folder, a photo. The person has
 * what the reader of a guide has: an application that sees all workouts, or a personal access
 * token.
 */
export async function newSampleReader(
  urls: Urls,
  folder: string,
  guide: string,
): Promise<SampleReader> {
  const [user, client] = await Promise.all([newUser(), newClient({ own: true })]);
  const [receiver, access_token] = await Promise.all([
    startReceiver(),
    issueUserToken(user, client, guideScopes[guide]),
    importWorkouts(user.user_id),
    writeFile(join(folder, 'photo.jpg'), sampleImage),
    copyFile(join(root, 'examples/files', workoutFile), join(folder, workoutFile)),
  ]);
  return {
    variables: listVariables(
      urls,
      guide === guideOfScripts
        ? await createPersonalAccess(urls, user)
        : { ...client, user_id: user.user_id, access_token },
      client.redirect_uri,
    ),
    placeFiles: (code) =>
      code
        .replaceAll(/photo\.jpg|data\.zip|morning-run\.gpx/g, (file) =>
          join(folder, file),
        )
        .replaceAll('http://127.0.0.1:8787/', receiver),
    async findValue(variable, printed) {
      const name = toUpperSnakeCase(variable);
      if (name === 'IMPORTED_ID') return findImportedId(urls, access_token);
      if (name !== 'CODE' && name !== 'CALLBACK_URL') return findMember(name, printed);
      const callback = await authorize(urls, user, String(printed.at(-1)));
      return name === 'CODE' ? (callback.searchParams.get('code') ?? '') : callback.href;
    },
  };
}

/** Starts a receiver of webhooks, which lives as long as the process, and returns its URL. */
async function startReceiver(): Promise<string> {
  const { url } = await startLoopbackServer(async (request, response) => {
    const { data } = JSON.parse(await text(request));
    response.end(JSON.stringify(data));
  });
  return `${url}/`;
}

/**
 * Creates a personal access token with the scopes that the guide names, and returns it with the ids
 * that its page shows.
 */
async function createPersonalAccess(urls: Urls, user: TestUser) {
  const service = { urls, send: toSend(urls) };
  const { create, diaryHeaders } = await openTokensPage(service, user);
  const guide = await readFile(join(root, 'docs/guides', `${guideOfScripts}.md`), 'utf8');
  const scopes = guide.matchAll(/`(\w+\.(?:read|write))`/g);
  return {
    access_token: await create(
      Object.fromEntries(Array.from(scopes, ([, scope]) => [scope, 'yes'])),
    ),
    client_id: diaryHeaders['svc-client-id'],
    client_secret: '',
    user_id: user.user_id,
  };
}

const toSend =
  (urls: Urls): Send =>
  (method, path, options) =>
    send(urls, method, path, options);

const toUpperSnakeCase = (name: string) =>
  name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();

const dayOfImports = '2026-10-04';

/** Imports a run in the morning from Strava, and one in the evening from Polar. */
async function importWorkouts(user_id: string): Promise<void> {
  const runs = [
    { type: 'strava', remote_id: '1501', start_time: `${dayOfImports}T07:00:00Z` },
    { type: 'polar', remote_id: '9810274', start_time: `${dayOfImports}T18:00:00Z` },
  ];
  for (const { type, remote_id, start_time } of runs) {
    const connection = await addRemoteConnection(user_id, { type });
    const run = { ...importedRun, remote_id, start_time };
    await importWorkout(user_id, type, run, { connection });
  }
}

interface ImportedEntry {
  id: string;
  source: { remote_connection_type: string };
}

/** Returns the id of the run from Strava. */
async function findImportedId(urls: Urls, token: string): Promise<string> {
  const path = `/v2/diary?entry_date=${dayOfImports}&fields%5B%5D=source`;
  const headers = getIdentityHeaders(token);
  const options = { host: 'diary', token, headers } as const;
  const { body } = await send<{ items: ImportedEntry[] }>(urls, 'GET', path, options);
  const isRun = ({ source }: ImportedEntry) => source.remote_connection_type === 'strava';
  return body.items.find(isRun)?.id ?? '';
}

/** The members of a response that lead to the value of a variable. */
const paths: Readonly<Record<string, string>> = {
  REFRESH_TOKEN: 'refresh_token',
  ENTRY_ID: 'items.0.id',
  MEASUREMENT_ID: 'items.0.id',
  CONNECTION_ID: '_embedded.remoteconnection.0._links.self.0.id',
  SOURCE_ID: '_links.self.0.id',
  IMAGE_ID: '_links.self.0.id',
  DOWNLOAD: '_embedded.export.0._links.download.0.href',
};

/** Returns the value of a variable in the latest response that has it. */
function findMember(variable: string, printed: readonly unknown[]): string {
  const names = paths[variable]?.split('.') ?? [];
  const readMember = (parent: unknown, name: string): unknown =>
    new Map(Object.entries(parent ?? {})).get(name);
  const values = printed.map((response) => names.reduce(readMember, response));
  const found = values.findLast((value) => typeof value === 'string');
  if (typeof found === 'string') return found;
  throw new Error(`No response has the value of ${variable}.`);
}

/** Signs the user in at the URL of an authorization request, and allows the access. */
async function authorize(urls: Urls, user: TestUser, url: string): Promise<URL> {
  const browser = newTestBrowser(toSend(urls), urls.auth);
  await browser.signIn(user);
  await browser.open(url);
  if (!browser.hasLeft()) await browser.submit({ decision: 'allow' });
  return browser.getDestination();
}
