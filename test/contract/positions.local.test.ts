import { inflateRawSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { accountPages, getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { requireAddress } from '#functions/diary/merging/imported-entry.ts';
import { seriesKeys } from '#functions/diary/series/series.keys.ts';
import type { StoredSeries } from '#functions/diary/series/series.store.ts';
import { tools } from '#functions/mcp/tools/all-tools.ts';
import { listAllItems, listEncodings } from '#kit/canaries.ts';
import { withChecks } from '#kit/check-response.ts';
import { readArchives, startTestExport } from '#kit/data-exports.ts';
import { type SeenImport, uploadFiles } from '#kit/file-imports.ts';
import {
  issueAgentToken,
  issueClientToken,
  issueUserToken,
  newClient,
  table,
} from '#kit/fixtures.ts';
import { openMcp, type ToolDescriptions } from '#kit/mcp.ts';
import { startOwnService } from '#kit/own-service.ts';
import { send } from '#kit/send.ts';
import { newTestBrowser } from '#kit/test-browser.ts';
import { startWebhookReceiver } from '#kit/webhook-receiver.ts';
import { buildGpx, listPoints } from '#kit/workout-files/xml-files.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { fullScope } from '#shared/contract/scopes.ts';
import { compact } from '#shared/runtime/compact.ts';
import { endpoints, newOwner, withIds } from './endpoint-requests.ts';

// The positions of a workout are searched for in everything that the service tells anybody.

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());

/** What somebody was told, and where. */
interface Told {
  where: string;
  text: string;
}

const log: string[] = [];
const service = await startOwnService({ log: (line) => log.push(line) });
disposables.defer(service.close);
openLocalTable(service.environment);

const responses: Told[] = [];
const sendAndKeep = withChecks(async (method, path, options) => {
  const response = await send<never>(service.urls, method, path, options);
  const text = [response.text, ...response.headers.values()].join('\n');
  responses.push({ where: `${method} ${path}`, text });
  return response;
});

const owner = await newOwner(sendAndKeep);
const { user_id } = owner.person;
const client = await newClient({ own: true, contact: 'developer@example.com' });
await issueUserToken(owner.person, client);
const receiver = await startWebhookReceiver();
await owner.send('POST', '/v7.1/webhook/', {
  token: await issueClientToken(client),
  json: { url: receiver.newUrl(), types: ['*'] },
});

const day = '2026-05-01';
const points = listPoints({
  start: `${day}T07:00:00Z`,
  count: 61,
  from: [47.123_456, 8.654_321],
});
const way = buildGpx({ tracks: [{ type: 'running', segments: [points] }] });
const files = [
  { name: 'way.gpx', content: way },
  { name: 'no-times.gpx', content: way.replaceAll(/<time>.*?<\/time>/g, '') },
];
const { body } = await uploadFiles(owner.send, files);
const [{ id: importId }] = body._links.self;
await service.drainQueues();

const listed = await owner.send<{ items: { id: string }[] }>(
  'GET',
  `/v2/diary?entry_date=${day}&fields[]=all`,
  { host: 'diary' },
);
const [{ id: entryId } = { id: '' }] = listed.body.items;
const key = seriesKeys.workoutSeries(user_id, requireAddress(entryId).batch);
const { outline = Buffer.of() } = (await table().get<StoredSeries>(key)) ?? {};

const binaryForms = [outline, inflateRawSync(outline.subarray(1)), way.slice(-400, -200)];
const encodings = binaryForms.flatMap(listEncodings);
/**
 * A position in degrees, with the comma of other languages, or in the steps of the outline. The
 * seconds of a time are none.
 */
const position =
  /(?<!\d:)\b47[.,]1[234]\d|\b8[.,]654|\b47(12346|123456)\b|\b8654(32|321)\b/;

/** Lists where positions are. */
function findPositions(told: readonly Told[]): string[] {
  const found = told.filter(
    ({ text }) =>
      position.test(text) || encodings.some((encoding) => text.includes(encoding)),
  );
  return found.map(({ where }) => where);
}

const items: Readonly<Record<string, string>> = {
  '/diary/{id}': entryId,
  '/diary/{id}/series': entryId,
  '/import/{id}/': importId,
};
const queries: Readonly<Record<string, Record<string, string>>> = {
  '/diary': { entry_date: day, 'fields[]': 'all' },
  '/diary/summary': { from: day, to: day },
};

it('no endpoint returns a position to a token, also not in an error', async () => {
  const reads = endpoints.filter(
    ({ endpoint: { method, auth } }) => method === 'GET' && auth !== 'public',
  );
  for (const [, entry] of withIds(reads)) {
    const { path } = entry.endpoint;
    const change = compact({ item: items[path], query: queries[path] });
    const read = await owner.sendTo(entry, owner.getToken(entry), change);
    read.requireAccepted();
    if (path === '/diary/{id}/series') expect(read.text).toContain('"seconds":[0,');
  }
  const diary = { host: 'diary', json: { distance: 'far', date: 'then' } } as const;
  await owner.send('PATCH', `/v2/diary/${entryId}`, diary);
  await owner.send('GET', `/v2/diary/${entryId}x/series`, { host: 'diary' });
  const { body } = await owner.send<SeenImport>('GET', `/v7.1/import/${importId}/`);
  const states = body._embedded?.file.map(({ state }) => state);
  expect(states?.toSorted()).toEqual(['imported', 'skipped']);
  expect(findPositions(responses)).toEqual([]);
});

it('the pages of the account draw a route, and name no position', async () => {
  const browser = newTestBrowser(sendAndKeep, service.urls.auth);
  await browser.signIn(owner.person);
  const { account } = getPageUrls(service.urls, 'v7.1');
  for (const page of accountPages) {
    const id = page === 'import' ? importId : entryId;
    const { text } = await browser.open(account(page, `id=${id}&date=${day}`));
    if (page === 'workout') expect(text).toContain('<svg class="route"');
  }
  expect(findPositions(responses)).toEqual([]);
});

it('no tool of an assistant returns a position', async () => {
  const agent = await issueAgentToken(owner.person, client, fullScope);
  const { request, callTool } = openMcp(sendAndKeep, agent);
  const { body } = await request<ToolDescriptions>('tools/list');
  const known = { id: entryId, date: day, from: day, to: day, query: 'run' };
  const reading = tools.filter(({ annotations }) => annotations.readOnlyHint);
  for (const { name } of reading) {
    const { inputSchema } = body.result.tools.find((tool) => tool.name === name) ?? {};
    const { properties = {} } = Object(inputSchema);
    const taken = Object.entries(known).filter(([argument]) => argument in properties);
    const called = await callTool(name, Object.fromEntries(taken));
    if (name === 'get_workout') expect(called.text).toContain(entryId);
  }
  expect(findPositions(responses)).toEqual([]);
});

/** Waits until an export is written, and returns its files. */
async function readExport(id: string): Promise<Told[]> {
  await service.drainQueues();
  const archives = await readArchives({ user_id, id });
  const written = archives.flatMap(({ files }) => [...files]);
  return written.map(([where, bytes]) => ({ where, text: bytes.toString('latin1') }));
}

it('an export has positions only if the person has started it on their page', async () => {
  const created = await owner.send('POST', '/v7.1/user/self/export/');
  const id = created.headers.get('location')?.split('/').at(-2) ?? '';
  const ofApplication = await readExport(id);
  const series = ofApplication.find(({ where }) => where === 'workout_series.json');
  expect(series?.text).toContain('"seconds":[0,');
  expect(findPositions(ofApplication)).toEqual([]);
  const ofPerson = await readExport((await startTestExport(user_id)).id);
  expect(findPositions(ofPerson)).toContain('workout_series.json');
});

it('no event, no webhook, no line of the log and no other item has a position', async () => {
  const findItems = async () => {
    const stored = await listAllItems();
    const told = stored.map((item) => ({
      where: String(item.sk?.S).split('#')[0] ?? '',
      text: JSON.stringify(item),
    }));
    return findPositions(told);
  };
  expect(await findItems()).toEqual(['SERIES']);
  const diary = {
    host: 'diary',
    json: { type: 'exercise', date: '2026-05-02' },
  } as const;
  await owner.send('PATCH', `/v2/diary/${entryId}`, diary);
  await service.drainQueues();
  await owner.send('DELETE', `/v2/diary/${entryId}`, { host: 'diary' });
  // An event is a write, which makes a delivery.
  for (let count = 0; count < 4; count += 1) await service.drainQueues();
  expect(await findItems()).toEqual([]);

  const { text } = await owner.send('GET', '/v7.1/changes/');
  const delivered = receiver.received.map(({ body }) => body).join('\n');
  for (const change of ['created', 'updated', 'deleted']) {
    expect(text).toContain(`diary_entry.${change}`);
    expect(delivered).toContain(`diary_entry.${change}`);
  }
  const lines = log.join('\n');
  expect(lines).toContain('"event":"request"');
  const told = [
    { where: 'webhooks', text: delivered },
    { where: 'log', text: lines },
  ];
  expect(findPositions([...responses, ...told])).toEqual([]);
});
