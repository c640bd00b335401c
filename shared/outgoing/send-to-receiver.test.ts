import { execFile } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import {
  type AddressInfo,
  createServer,
  type LookupFunction,
  type Server,
  Socket,
} from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { serveRequests } from '#kit/serve-requests.ts';
import { readRetryAfter } from './outgoing.ts';
import {
  findReceiverFault,
  type ReceiverRoute,
  sendToReceiver,
} from './send-to-receiver.ts';

const request = { headers: { 'webhook-id': 'evt_1' }, body: '{"type":"a.b"}' };
const local: ReceiverRoute = { gateway: 'off', mainUrl: 'http://127.0.0.1:3000' };
const cloud: ReceiverRoute = { gateway: 'direct', mainUrl: 'https://api.example.com' };

/** Sends a request, and returns its status or why there is none. */
async function send(url: string, route = local): Promise<number | string> {
  const outcome = await sendToReceiver(url, request, route);
  if (outcome.ok) return outcome.value.status;
  const { error } = outcome;
  return error.kind === 'status' ? error.response.status : error.kind;
}

/** Listens on loopback for connections without HTTP. */
async function listen(listener?: (socket: Socket) => void): Promise<Server> {
  const server = createServer(listener);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

const getUrl = (server: Server) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

describe('a request to a receiver', () => {
  it('is a POST with the headers and the body, on a connection of its own', async () => {
    const seen: unknown[] = [];
    const port = await serveRequests(async (incoming, response) => {
      const { method, url, headers } = incoming;
      const { 'content-type': type, 'webhook-id': id, connection } = headers;
      seen.push({ method, url, type, id, connection, body: await text(incoming) });
      response.writeHead(204).end();
    });
    expect(await send(`http://localhost:${port}/hook?a=1`)).toBe(204);
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/hook?a=1',
        type: 'application/json',
        id: 'evt_1',
        connection: 'close',
        body: request.body,
      },
    ]);
  });

  it.each([301, 308, 400, 404, 410, 500])('fails with the status %i', async (status) => {
    let requests = 0;
    const port = await serveRequests((_request, response) => {
      requests += 1;
      response.writeHead(status, { Location: '/elsewhere' }).end();
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toBe(status);
    expect(requests).toBe(1);
  });

  it('passes on when the receiver wants the next one', async () => {
    const port = await serveRequests((_request, response) => {
      response.writeHead(429, { 'Retry-After': '7200' }).end();
    });
    const outcome = await sendToReceiver(`http://127.0.0.1:${port}/`, request, local);
    const error = outcome.ok ? undefined : outcome.error;
    expect(error?.kind === 'status' && readRetryAfter(error.response, new Date())).toBe(
      7200,
    );
  });

  it('reads 64 KB of an endless body, and closes the connection', async () => {
    let closed: Promise<unknown> | undefined;
    const port = await serveRequests((_request, response) => {
      closed = once(response, 'close');
      const write = () => {
        while (response.write('x'.repeat(10_000)));
      };
      response.on('drain', write);
      write();
    });
    const outcome = await sendToReceiver(`http://127.0.0.1:${port}/`, request, local);
    expect(outcome.ok && outcome.value.text.length).toBe(65_536);
    await closed;
  });
});

describe('a connection', () => {
  it('that is reset is a failure', async () => {
    const port = await serveRequests(({ socket }) => socket.resetAndDestroy());
    expect(await send(`http://127.0.0.1:${port}/`)).toBe('unreachable');
  });

  it('that is reset within a 2xx response is a failure', async () => {
    const port = await serveRequests(({ socket }, response) => {
      response.write('{"ok":', () => socket.resetAndDestroy());
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toBe('unreachable');
  });

  it.each([
    ['no HTTP', 'unreachable'],
    ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n1', 'unreachable'],
    [`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(20_000)}\r\n\r\n`, 'unreachable'],
    ['HTTP/1.1 101 Switching Protocols\r\nUpgrade: a\r\n\r\n', 101],
    ['HTTP/1.1 101 Upgrade\r\nConnection: upgrade\r\nUpgrade: a\r\n\r\n', 'unreachable'],
  ])('that answers %.50j is a failure', async (sent, result) => {
    const server = await listen((socket) => {
      socket.on('error', () => undefined).end(sent);
    });
    onTestFinished(() => void server.close());
    expect(await send(getUrl(server))).toBe(result);
  });

  it('that nobody accepts is a failure', async () => {
    const server = await listen();
    const url = getUrl(server);
    server.close();
    await once(server, 'close');
    expect(await send(url)).toBe('unreachable');
  });

  it('is encrypted if the URL says so', async () => {
    const port = await serveRequests((_request, response) => response.end());
    expect(await send(`https://127.0.0.1:${port}/`)).toBe('unreachable');
  });
});

it('a request goes through no proxy, whatever the environment names', async () => {
  let requests = 0;
  const port = await serveRequests((_request, response) => {
    requests += 1;
    response.writeHead(204).end();
  });
  const module = join(import.meta.dirname, 'send-to-receiver.ts');
  const url = `http://127.0.0.1:${port}/`;
  const code = `import { sendToReceiver } from ${JSON.stringify(module)};
    console.log((await sendToReceiver(
      ${JSON.stringify(url)}, ${JSON.stringify(request)}, ${JSON.stringify(local)}
    )).ok);`;
  // Nothing listens at the port of the proxy.
  const proxy = 'http://127.0.0.1:9';
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy };
  const args = ['--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect([stdout.trim(), requests]).toEqual(['true', 1]);
});

describe('the time limit', () => {
  it('is 15 seconds', async () => {
    const startTimeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => startTimeout.mockRestore());
    const port = await serveRequests((_request, response) => response.end());
    expect(await send(`http://127.0.0.1:${port}/`)).toBe(200);
    expect(startTimeout.mock.calls).toEqual([[15_000]]);
  });

  it.each([
    ['a receiver that does not answer', false],
    ['a 2xx response that is not complete', true],
  ])('ends the wait for %s', async (_name, begins) => {
    const controller = new AbortController();
    const port = await serveRequests((_request, response) => {
      if (begins) response.write('{"ok":true', () => controller.abort());
      else controller.abort();
    });
    const limited = { ...local, startTimeout: () => controller.signal };
    expect(await send(`http://127.0.0.1:${port}/`, limited)).toBe('timeout');
  });

  it('ends the wait for a response that only the end of the connection completes', async () => {
    const controller = new AbortController();
    const abort = () => controller.abort();
    // The client has the headers then, and reads the body.
    subscribe('http.client.response.finish', abort);
    onTestFinished(() => void unsubscribe('http.client.response.finish', abort));
    const server = await listen((socket) => {
      socket.on('error', () => {}).write('HTTP/1.1 200 OK\r\n\r\n{"ok":true}');
    });
    onTestFinished(() => void server.close());
    const limited = { ...local, startTimeout: () => controller.signal };
    expect(await send(getUrl(server), limited)).toBe('timeout');
  });

  it('ends the wait for a name server', async () => {
    const controller = new AbortController();
    const limited: ReceiverRoute = {
      ...cloud,
      startTimeout: () => controller.signal,
      async resolve(_name, signal) {
        controller.abort();
        return signal.aborted ? [] : ['1.1.1.1'];
      },
    };
    expect(await send('https://a.example/', limited)).toBe('timeout');
  });
});

describe('a name', () => {
  /** Lets connections fail, and notes the addresses to which they would have gone. */
  function catchConnections(): unknown[] {
    const targets: unknown[] = [];
    const connect = vi.spyOn(Socket.prototype, 'connect');
    onTestFinished(() => connect.mockRestore());
    connect.mockImplementation(function (this: Socket, ...args: unknown[]) {
      const [options] = args as [{ host: string; lookup: LookupFunction }];
      options.lookup(options.host, { all: true }, (_error, addresses) => {
        targets.push(addresses);
      });
      setImmediate(() => this.destroy(new Error('There is no network in this test.')));
      return this;
    });
    return targets;
  }

  it('is resolved once, so it cannot change between check and connection', async () => {
    const lookups = [['1.1.1.1', '2606:4700:4700::1111'], ['127.0.0.1']];
    const resolve = vi.fn(async () => lookups.shift() ?? []);
    const targets = catchConnections();
    expect(await send('https://a.example/', { ...cloud, resolve })).toBe('unreachable');
    expect(resolve).toHaveBeenCalledOnce();
    expect(targets).toEqual([
      [
        { address: '1.1.1.1', family: 4 },
        { address: '2606:4700:4700::1111', family: 6 },
      ],
    ]);
  });

  it.each([
    [['127.0.0.1']],
    [['1.1.1.1', '10.0.0.1']],
    [['1.1.1.1', '2606:4700:4700::1111', '64:ff9b::7f00:1']],
    [['::ffff:1.1.1.1']],
    [['169.254.169.254']],
  ])('with the addresses %j is refused without a connection', async (addresses) => {
    const targets = catchConnections();
    const route = { ...cloud, resolve: async () => addresses };
    expect(await send('https://a.example/', route)).toBe('forbidden');
    expect(targets).toEqual([]);
  });

  it('without an address is a failure', async () => {
    const route = { ...cloud, resolve: async () => [] };
    expect(await send('https://a.example/', route)).toBe('unreachable');
  });

  it('of this machine is refused even if the service is here, but not on loopback', async () => {
    const route = { ...local, mainUrl: cloud.mainUrl };
    expect(await send('https://localhost/', route)).toBe('forbidden');
  });
});

describe('on one machine', () => {
  it.each(['off', 'direct', 'http://127.0.0.1:9'] as const)(
    'a receiver on loopback gets its requests if the gateway is %s',
    async (gateway) => {
      const port = await serveRequests((_request, response) => response.end());
      expect(await send(`http://127.0.0.1:${port}/`, { ...local, gateway })).toBe(200);
    },
  );

  it('other receivers get none by default', async () => {
    expect(await send('https://a.example/')).toBe('off');
  });

  it('a stand-in gets the requests of the others, with the host in the path', async () => {
    const paths: unknown[] = [];
    const port = await serveRequests(({ url }, response) => {
      paths.push(url);
      response.end();
    });
    const route = { ...local, gateway: `http://127.0.0.1:${port}` } as const;
    expect(await send('https://a.example:8443/hook', route)).toBe(200);
    expect(paths).toEqual(['/a.example:8443/hook']);
  });

  it('a name with a private address is refused as everywhere', async () => {
    const route: ReceiverRoute = {
      ...local,
      gateway: 'direct',
      resolve: async () => ['127.0.0.1'],
    };
    expect(await send('https://a.example/', route)).toBe('forbidden');
  });
});

describe('the URL of a receiver', () => {
  const names = ['localhost', 'localhost.', 'a.localhost', 'LOCALHOST'];
  const version4 = [
    '127.0.0.1',
    '127.0.0.1.',
    '127.0.0.1:9001',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '１２７.0.0.1',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '0',
    '0.0.0.0',
    '10.1',
    '0xa9fea9fe',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '4294967295',
  ];
  const version6 = [
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::FFFF:7F00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[ff02::1]',
    '[2001:db8::1]',
  ];

  it.each([...names, ...version4, ...version6])(
    'cannot have the host %s',
    async (host) => {
      expect(findReceiverFault(`https://${host}/`, cloud.mainUrl)).toBe('not_public');
      expect(await send(`https://${host}/`, cloud)).toBe('forbidden');
    },
  );

  it.each(['[::1%25lo]', '[fe80::1%eth0]', '127.0.0.1.1', '256.0.0.1', '0x100000000'])(
    'cannot have the host %s, which no URL has',
    (host) => {
      const fault = findReceiverFault(`https://${host}/`, cloud.mainUrl);
      expect(fault).toBe('relative');
    },
  );

  it.each([
    ['/hook', 'relative'],
    ['http://a.example/', 'insecure'],
    ['http://127.0.0.1/', 'insecure'],
    ['ftp://a.example/', 'insecure'],
    ['file:///etc/passwd', 'insecure'],
    ['https://user@a.example/', 'credentials'],
    ['https://:secret@a.example/', 'credentials'],
  ])('cannot be %s', async (url, fault) => {
    expect(findReceiverFault(url, cloud.mainUrl)).toBe(fault);
    expect(await send(url, cloud)).toBe('forbidden');
  });

  it.each([
    'https://a.example/',
    'https://1.1.1.1/',
    'https://[2606:4700:4700::1111]:8443/',
  ])('can be %s', (url) => {
    expect(findReceiverFault(url, cloud.mainUrl)).toBeUndefined();
  });

  it.each(['http://127.0.0.1:8080/', 'http://[::1]/', 'https://localhost/'])(
    'can be %s if the service is on loopback, too',
    (url) => {
      expect(findReceiverFault(url, 'http://localhost:3000')).toBeUndefined();
    },
  );

  it.each([
    'http://10.0.0.1/',
    'http://0.0.0.0/',
    'http://a.example/',
    'ftp://localhost/',
  ])('cannot be %s even then', (url) => {
    expect(findReceiverFault(url, 'http://localhost:3000')).toBeDefined();
  });
});
