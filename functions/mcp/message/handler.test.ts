import { describe, expect, it } from 'vitest';
import { callHandler, callHandlerWith } from '#kit/call-handler.ts';
import {
  issueAgentToken,
  issueClientToken,
  newClient,
  newPerson,
  newUserToken,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { buildMcpRequest, openMcp, type ToolDescriptions } from '#kit/mcp.ts';
import { listReadMarks } from '#shared/quota/read-marks.ts';
import { useKeys } from '#shared/quota/use.keys.ts';
import type { Use } from '#shared/quota/use.store.ts';
import { newId } from '#shared/runtime/ids.ts';

import packageJson from '../../../package.json' with { type: 'json' };

const host = 'mcp';

const client = await newClient();

/** Issues the token of an assistant for a new person. */
const newAgentToken = async (scope = 'diary.write connections.write') =>
  issueAgentToken(await newPerson(), client, scope);

async function listNames(scope: string): Promise<string[]> {
  const token = await newAgentToken(scope);
  const { body } = await openMcp(callHandler, token).request<ToolDescriptions>(
    'tools/list',
  );
  return body.result.tools.map(({ name }) => name);
}

describe('the endpoint of assistants', () => {
  it('answers requests, and accepts notifications', async () => {
    const token = await newAgentToken();
    const discovered = await openMcp(callHandler, token).request('server/discover');
    expect(discovered.status).toBe(200);
    expect(discovered.headers.get('content-type')).toBe('application/json');
    expect(discovered.body.result).toMatchObject({ resultType: 'complete' });
    const { _meta = {} } = discovered.body.result as { _meta?: object };
    expect(Object.values(_meta)).toMatchObject([{ version: packageJson.version }]);

    const json = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const accepted = await callHandler('POST', '/', { host, token, json });
    expect([accepted.status, accepted.text]).toEqual([202, '']);
  });

  it('has no answer without a token for it', async () => {
    const request = buildMcpRequest('server/discover');
    const anonymous = await callHandler('POST', '/', { host, ...request });
    expect([anonymous.status, anonymous.body]).toEqual([
      401,
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
    ]);
    for (const token of [await issueClientToken(), await newUserToken()]) {
      const refused = await callHandler('POST', '/', { host, token, ...request });
      expect(refused.status).toBe(401);
    }
  });

  it.each(['GET', 'HEAD', 'DELETE', 'PUT'] as const)(
    'has no stream and no session: %s',
    async (method) => {
      const token = await newAgentToken();
      const { status, headers } = await callHandler(method, '/', { host, token });
      expect([status, headers.get('allow')]).toEqual([405, 'OPTIONS, POST']);
    },
  );

  it('takes pages of this machine only, if it runs on this machine', async () => {
    const token = await newAgentToken();
    const { headers, json } = buildMcpRequest('server/discover');
    const sendFrom = (Origin: string) =>
      callHandler('POST', '/', { host, token, json, headers: { ...headers, Origin } });
    expect((await sendFrom('http://localhost:6274')).status).toBe(200);
    const { status, body } = await sendFrom('https://evil.example');
    expect([status, body]).toEqual([
      403,
      { jsonrpc: '2.0', id: null, error: expect.objectContaining({ code: -32600 }) },
    ]);
  });

  it('tells a caller at its limit which limit that is, and until when', async () => {
    const send = callHandlerWith({
      sub: newId(new Date()),
      client_id: newId(new Date()),
      limits: '1 1 1 1',
    });
    const request = () =>
      send('POST', '/', { host, ...buildMcpRequest('server/discover') });
    expect((await request()).status).toBe(200);
    const { status, headers, body } = await request();
    const violated_policies = expect.arrayContaining(['day', 'application-day']);
    const error = { code: -32600, data: { violated_policies } };
    expect([status, body]).toMatchObject([429, { jsonrpc: '2.0', id: null, error }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

describe('the tools', () => {
  it('are those that the scopes of the token allow, in the same order', async () => {
    const reading = ['get_day', 'summarize_days', 'list_workouts', 'get_workout'];
    const writing = ['log_food', 'log_workout', 'update_entry', 'delete_entry'];
    const find = 'find_activity_type';
    expect(await listNames('profile.read')).toEqual([find]);
    expect(await listNames('diary.read')).toEqual([...reading, find]);
    expect(await listNames('diary.read connections.read')).toEqual([
      ...reading,
      find,
      'list_connections',
    ]);
    const all = [...reading, find, 'list_connections', 'sync_now', ...writing];
    expect(await listNames('diary.write connections.write')).toEqual(all);
    expect(await listNames('measurements.read')).toEqual([find, 'list_measurements']);
  });

  it('of other scopes are forbidden, with a challenge', async () => {
    const token = await newAgentToken('diary.read');
    const { callTool } = openMcp(callHandler, token);
    const { status, headers, body } = await callTool('delete_entry', { id: 'x' });
    expect([status, body.error?.data]).toEqual([403, { scope: 'diary.write' }]);
    const challenge = headers.get('x-amzn-remapped-www-authenticate');
    expect(challenge).toContain('error="insufficient_scope", scope="diary.write"');
  });

  it('take less of a model than an answer may', async () => {
    const scope = 'diary.write connections.write measurements.write';
    const token = await newAgentToken(scope);
    const { text } = await openMcp(callHandler, token).request('tools/list');
    expect(Buffer.byteLength(text)).toBeLessThan(50_000);
  });
});

const food = {
  date: '2026-11-06',
  diary_meal: 'Lunch',
  nutritional_contents: { fat: 1 },
};

describe('what a tool may change', () => {
  const logFood = (token: string, items: readonly object[]) =>
    openMcp(callHandler, token).callTool<{ items: { id: string }[] }>('log_food', {
      idempotency_key: 'one',
      items,
    });

  it('is logged once for a key, and not again with other foods', async () => {
    const token = await newAgentToken();
    const first = await logFood(token, [food]);
    const again = await logFood(token, [food]);
    expect(again.body.result).toEqual(first.body.result);
    const other = await logFood(token, [food, food]);
    expect(other.body.result.isError).toBe(true);
  });

  it('costs no less than by the interface', async () => {
    const { body } = await logFood(await newAgentToken(), Array(10).fill(food));
    expect(body.result.isError).toBe(true);
  });

  it('is an entry of the person, not of another', async () => {
    const { body } = await logFood(await newAgentToken(), [food]);
    const id = body.result.structuredContent.items[0]?.id;
    const stranger = openMcp(callHandler, await newAgentToken());
    const changed = await stranger.callTool('update_entry', { id, servings: 2 });
    const deleted = await stranger.callTool('delete_entry', { id });
    const text = expect.stringContaining(`${id}`);
    for (const { result } of [changed.body, deleted.body])
      expect(result).toMatchObject({ isError: true, content: [{ text }] });
  });
});

/** Lists the marks of a person's data, whatever day it is, and if a day ends meanwhile. */
async function listMarks({ user_id }: TestPerson) {
  const { pk } = useKeys.userUse(user_id, '');
  const uses = await table().query<Use>({ pk, prefix: 'USE#' });
  return uses.flatMap((use) => listReadMarks(use));
}

it('leaves a mark of the day of a workout that was read by its id', async () => {
  const person = await newPerson();
  const reader = await newClient();
  const token = await issueAgentToken(person, reader, 'diary.write');
  const assistant = openMcp(callHandler, token);
  const logged = await assistant.callTool<{ items: { id: string }[] }>('log_workout', {
    idempotency_key: 'one',
    date: '2026-11-07',
    exercise: { id: '1' },
    duration: 60,
    energy: { unit: 'calories', value: 5 },
  });
  const [workout] = logged.body.result.structuredContent.items;
  await assistant.callTool('get_workout', { id: workout?.id });
  const date = '2026-11-07';
  expect(await listMarks(person)).toEqual([
    { kind: 'diary', reads: 1, earliest_date: date, latest_date: date },
  ]);
});

it('leaves a mark of what an assistant has read, and none of what it was refused', async () => {
  const person = await newPerson();
  const reader = await newClient();
  const token = await issueAgentToken(person, reader, 'diary.read');
  const assistant = openMcp(callHandler, token);
  await assistant.callTool('get_day', { date: '2026-11-05' });
  await assistant.callTool('get_day', { date: 'yesterday' });
  await assistant.callTool('list_connections');
  expect(await listMarks(person)).toEqual([
    {
      kind: 'diary',
      reads: 1,
      earliest_date: '2026-11-05',
      latest_date: '2026-11-05',
    },
  ]);
});
