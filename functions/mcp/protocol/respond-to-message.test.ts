import { describe, expect, it } from 'vitest';
import { supportedVersions } from './request-metadata.ts';
import { respondToMessage } from './respond-to-message.ts';
import type { ToolServer } from './tool-server.ts';

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const echo = {
  name: 'echo',
  title: 'Echo',
  description: 'Returns its arguments.',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
  annotations,
};

const server: ToolServer = {
  identity: { name: 'test', title: 'Test', version: '1' },
  instructions: 'Echo.',
  tools: async () => [echo],
  call: async (name, sent) => {
    if (name === 'echo') return { outcome: 'done', content: sent };
    if (name === 'refuse') return { outcome: 'refused', problem: 'must be more' };
    if (name === 'write') return { outcome: 'insufficient_scope', scope: 'diary.write' };
    return { outcome: 'unknown' };
  },
};

const newest = '2026-07-28';
const metadata = (version = newest) => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientCapabilities': {},
});

type Headers = Readonly<Record<string, string | readonly string[]>>;

function send(body: unknown, headers: Headers = {}) {
  const lower = Object.entries(headers).map(([name, value]) => {
    return [name.toLowerCase(), [value].flat()] as const;
  });
  const sent = new Map(lower);
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return respondToMessage(text, (name) => sent.get(name) ?? [], server);
}

interface Sent {
  method: string;
  params?: Readonly<Record<string, unknown>>;
  headers?: Headers;
}

/** Sends a request of the newest revision. */
function request({ method, params = {}, headers = {} }: Sent) {
  const name = params.name ?? params.uri;
  const named = typeof name === 'string' ? { 'Mcp-Name': name } : {};
  return send(
    { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta: metadata() } },
    { 'MCP-Protocol-Version': newest, 'Mcp-Method': method, ...named, ...headers },
  );
}

/** Sends a request of an older revision. */
function requestOld(method: string, params?: object, version?: string) {
  const headers = version === undefined ? {} : { 'MCP-Protocol-Version': version };
  return send({ jsonrpc: '2.0', id: 'a', method, params }, headers);
}

const toError = (status: number, code: number, id: number | string | null = 7) => ({
  status,
  body: { jsonrpc: '2.0', id, error: expect.objectContaining({ code }) },
});
const toResult = (result: object, id: number | string = 7) => ({
  status: 200,
  body: { jsonrpc: '2.0', id, result },
});

describe('a body', () => {
  it.each([
    ['no JSON', '{', -32700, null],
    ['JSON that is nested too deep', '['.repeat(40), -32700, null],
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], -32600, null],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, -32600, 1],
    ['another version', { jsonrpc: '1.0', id: 2, method: 'ping' }, -32600, 2],
    ['an id of null', { jsonrpc: '2.0', id: null, method: 'ping' }, -32600, null],
    ['a fraction as id', { jsonrpc: '2.0', id: 1.5, method: 'ping' }, -32600, null],
    [
      'a list of params',
      { jsonrpc: '2.0', id: 3, method: 'ping', params: [] },
      -32600,
      3,
    ],
  ])('with %s is refused', async (_, body, code, id) => {
    expect(await send(body)).toEqual(toError(400, code, id));
  });

  it('that is a notification is accepted, and gets no body', async () => {
    const method = 'notifications/initialized';
    expect(await send({ jsonrpc: '2.0', method })).toEqual({ status: 202 });
  });
});

describe('the revision of a request', () => {
  it('that is not served is refused with those that are', async () => {
    const version = '2099-01-01';
    const sent = { jsonrpc: '2.0', id: 7, method: 'server/discover' };
    const withMetadata = { ...sent, params: { _meta: metadata(version) } };
    const headers = { 'MCP-Protocol-Version': version };
    for (const body of [sent, withMetadata]) {
      const { status, body: refused } = (await send(body, headers)) as {
        status: number;
        body: object;
      };
      expect([status, refused]).toEqual([
        400,
        {
          jsonrpc: '2.0',
          id: 7,
          error: {
            code: -32022,
            message: 'Unsupported protocol version',
            data: { supported: supportedVersions, requested: version },
          },
        },
      ]);
    }
  });

  it.each([
    ['missing', {}],
    ['different', { 'MCP-Protocol-Version': '2025-11-25' }],
    ['repeated', { 'MCP-Protocol-Version': [newest, newest] }],
  ])('must be in the header as in the body, not %s', async (_, headers) => {
    const params = { _meta: metadata() };
    const body = { jsonrpc: '2.0', id: 7, method: 'server/discover', params };
    const sent: Headers = { 'Mcp-Method': 'server/discover', ...headers };
    expect(await send(body, sent)).toEqual(toError(400, -32020));
  });

  it.each([
    ['no metadata', {}],
    ['no capabilities', { _meta: { 'io.modelcontextprotocol/protocolVersion': newest } }],
    ['no version', { _meta: { 'io.modelcontextprotocol/clientCapabilities': {} } }],
  ])('needs what its metadata has: %s', async (_, params) => {
    const body = { jsonrpc: '2.0', id: 7, method: 'server/discover', params };
    const headers = { 'MCP-Protocol-Version': newest, 'Mcp-Method': 'server/discover' };
    expect(await send(body, headers)).toEqual(toError(400, -32602));
  });
});

describe('the headers that repeat the body', () => {
  const call = { method: 'tools/call', params: { name: 'echo' } };
  const encode = (name: string) => `=?base64?${Buffer.from(name).toString('base64')}?=`;

  it.each([
    ['another method', { 'Mcp-Method': 'tools/list' }],
    ['a method in capitals', { 'Mcp-Method': 'TOOLS/CALL' }],
    ['no method', { 'Mcp-Method': [] }],
    ['another name', { 'Mcp-Name': 'other' }],
    ['no name', { 'Mcp-Name': [] }],
    ['two names', { 'Mcp-Name': ['echo', 'echo'] }],
    ['another name in base 64', { 'Mcp-Name': encode('other') }],
    ['malformed base 64', { 'Mcp-Name': '=?base64?ZWNobw?=' }],
  ])('are refused with %s', async (_, headers) => {
    expect(await request({ ...call, headers })).toEqual(toError(400, -32020));
  });

  it('are accepted with the name in base 64', async () => {
    const { status } = await request({
      ...call,
      headers: { 'Mcp-Name': encode('echo') },
    });
    expect(status).toBe(200);
  });

  it('are not needed by older revisions', async () => {
    const { status } = await requestOld('tools/call', { name: 'echo' }, '2025-11-25');
    expect(status).toBe(200);
  });
});

describe('a request of 2026-07-28', () => {
  const _meta = { 'io.modelcontextprotocol/serverInfo': server.identity };

  it('discovers the server', async () => {
    expect(await request({ method: 'server/discover' })).toEqual(
      toResult({
        resultType: 'complete',
        supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18'],
        capabilities: { tools: {}, prompts: {}, resources: {} },
        instructions: 'Echo.',
        ttlMs: 300_000,
        cacheScope: 'public',
        _meta,
      }),
    );
  });

  it('lists the tools of the token, which no other may get from a cache', async () => {
    expect(await request({ method: 'tools/list' })).toEqual(
      toResult({
        resultType: 'complete',
        tools: [echo],
        ttlMs: 300_000,
        cacheScope: 'private',
        _meta,
      }),
    );
  });

  it.each(['prompts', 'resources', 'resources/templates'])(
    'lists no %s',
    async (kind) => {
      const name = kind === 'resources/templates' ? 'resourceTemplates' : kind;
      const list = { [name]: [], ttlMs: 300_000, cacheScope: 'public', _meta };
      expect(await request({ method: `${kind}/list` })).toEqual(
        toResult({ resultType: 'complete', ...list }),
      );
    },
  );

  it.each([
    ['resources/read', { uri: 'x://y' }],
    ['prompts/get', { name: 'none' }],
    ['tools/call', { name: 'none' }],
    ['tools/call', { name: 'echo', arguments: 'x' }],
    ['tools/call', {}],
  ])('of what does not exist is refused: %s %j', async (method, params) => {
    expect(await request({ method, params })).toEqual(toError(200, -32602));
  });

  it('with a wrong name or arguments says what they must be', async () => {
    const message = 'name must be a string, and arguments an object';
    for (const params of [{}, { name: 'echo', arguments: null }]) {
      const response = await request({ method: 'tools/call', params });
      expect(response).toMatchObject({ body: { error: { message } } });
    }
  });

  it('returns structured content, and the same as text', async () => {
    const params = { name: 'echo', arguments: { a: [1, null] } };
    expect(await request({ method: 'tools/call', params })).toEqual(
      toResult({
        resultType: 'complete',
        content: [{ type: 'text', text: '{"a":[1,null]}' }],
        structuredContent: { a: [1, null] },
        isError: false,
        _meta,
      }),
    );
  });

  it('returns what a tool refuses as a result, which the model reads', async () => {
    const params = { name: 'refuse' };
    expect(await request({ method: 'tools/call', params })).toEqual(
      toResult({
        resultType: 'complete',
        content: [{ type: 'text', text: 'must be more' }],
        isError: true,
        _meta,
      }),
    );
  });

  it('without the scope of its tool is forbidden, and says which it needs', async () => {
    expect(await request({ method: 'tools/call', params: { name: 'write' } })).toEqual({
      status: 403,
      missingScope: 'diary.write',
      body: {
        jsonrpc: '2.0',
        id: 7,
        error: {
          code: -32600,
          message: 'The tool write needs the scope diary.write',
          data: { scope: 'diary.write' },
        },
      },
    });
  });

  it.each(['initialize', 'ping', 'logging/setLevel', 'unknown', 'constructor'])(
    'does not know the method %s',
    async (method) => {
      expect(await request({ method })).toEqual(toError(404, -32601));
    },
  );
});

describe('a request of an older revision', () => {
  it.each([
    ['2025-11-25', '2025-11-25'],
    ['2025-06-18', '2025-06-18'],
    ['2024-11-05', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
  ])('begins with %s, and gets %s, without a session', async (asked, protocolVersion) => {
    const params = { protocolVersion: asked, capabilities: {}, clientInfo: {} };
    expect(await requestOld('initialize', params)).toEqual(
      toResult(
        {
          protocolVersion,
          capabilities: { tools: {}, prompts: {}, resources: {} },
          serverInfo: server.identity,
          instructions: 'Echo.',
        },
        'a',
      ),
    );
  });

  it.each(['2025-11-25', '2025-06-18', undefined])(
    'of the revision %s is answered without metadata',
    async (version) => {
      expect(await requestOld('ping', undefined, version)).toEqual(toResult({}, 'a'));
      const list = await requestOld('tools/list', {}, version);
      expect(list).toMatchObject(toResult({ tools: [echo] }, 'a'));
      expect(list).not.toHaveProperty('body.result.resultType');
    },
  );

  it('does not know what came later, and takes no 404 for the end of a session', async () => {
    expect(await requestOld('server/discover')).toEqual(toError(200, -32601, 'a'));
  });
});
