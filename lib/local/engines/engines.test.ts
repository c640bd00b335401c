import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type SmallService, startSmallService } from '#kit/small-stack/service.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { chooseStoreHost } from '../host/store-host.ts';
import { callDynamoDb } from './dynamodb-api.ts';
import { buildDynamoDbCommand } from './engines.ts';
import { startProcess } from './process.ts';
import { ensureTable, expireItems } from './tables.ts';

const table = {
  TableName: 'Table',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST' as const,
};

/** Lists the process ids of the DynamoDB engines that this process has started. */
function listEnginePids(): number[] {
  const output = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], {
    encoding: 'utf8',
  });
  const processes = output.trim().split('\n');
  const engines = processes.filter((line) => line.includes('dynoxide'));
  const ids = engines.map((line) => line.trim().split(/\s+/).map(Number));
  const children = ids.filter(([, parentPid]) => parentPid === process.pid);
  return children.map(([pid = 0]) => pid);
}

const put = (service: SmallService, body: string) =>
  service.send({ method: 'PUT', path: '/v7.1/store/1', body });
const get = (service: SmallService) => service.send({ path: '/v7.1/store/1' });

describe('engines', () => {
  it('keep data in a folder when the service restarts', async () => {
    const data = createTemporaryFolder();
    const before = await startSmallService({ data });
    expect((await put(before, 'kept')).status).toBe(204);
    const files = readdirSync(data).filter((name) => name.startsWith('dynamodb.sqlite'));
    const modes = files.map((name) => statSync(join(data, name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
    await before.close();
    expect(readdirSync(data)).toContain('objects');

    const after = await startSmallService({ data });
    const response = await get(after);
    await after.close();
    expect(response.json<unknown>()).toEqual({ item: 'kept', object: 'kept' });
  });

  it('lose data in memory when the service restarts', async () => {
    const before = await startSmallService();
    await put(before, 'lost');
    expect((await get(before)).status).toBe(200);
    await before.close();

    const after = await startSmallService();
    expect((await get(after)).status).toBe(404);
    await after.close();
  });

  it('are restarted with their data after a crash, and end with the service', async () => {
    const restarted = Promise.withResolvers<void>();
    const service = await startSmallService({
      data: createTemporaryFolder(),
      log: (line) => line === 'DynamoDB was restarted.' && restarted.resolve(),
    });
    await put(service, 'kept');
    const [pid = 0, ...others] = listEnginePids();
    expect(others).toEqual([]);
    process.kill(pid, 'SIGKILL');
    await restarted.promise;

    expect((await get(service)).json<unknown>()).toMatchObject({ item: 'kept' });
    expect(listEnginePids()).not.toContain(pid);
    await service.close();
    expect(listEnginePids()).toEqual([]);
  });

  it('fail every request with 503 after they have crashed too often', async () => {
    const lines: string[] = [];
    let logged = Promise.withResolvers<void>();
    const service = await startSmallService({
      log: (line) => {
        lines.push(line);
        if (/was restarted|All requests/.test(line)) logged.resolve();
      },
    });
    for (let crashes = 0; crashes < 4; crashes += 1) {
      logged = Promise.withResolvers();
      process.kill(listEnginePids()[0] ?? 0, 'SIGKILL');
      await logged.promise;
    }
    expect(lines.at(-1)).toContain('All requests fail with 503 until you restart');

    const response = await service.send({ path: '/v7.1/things/1' });
    expect([response.status, response.json()]).toMatchObject([
      503,
      { errors: ['failed'] },
    ]);
    expect(lines.at(-1)).toMatch(
      /^API Gateway responds with 503 to GET \S+ \(request \S+\): DynamoDB has crashed/,
    );
    expect(listEnginePids()).toEqual([]);
    await service.close();
  });

  it('include no DynamoDB if the options name a running one, which the service does not end', async () => {
    const engine = await startProcess(
      buildDynamoDbCommand(createTemporaryFolder()),
      () => {},
    );
    const service = await startSmallService({ dynamodbEndpoint: engine.endpoint });
    expect(service.environment.AWS_ENDPOINT_URL_DYNAMODB).toBe(engine.endpoint);
    expect((await put(service, 'x')).status).toBe(204);
    expect((await get(service)).json<unknown>()).toMatchObject({ item: 'x' });
    await service.close();
    expect(await fetch(engine.endpoint)).toBeDefined();
    await engine.end();
  });
});

describe('stores', () => {
  // DynamoDB answers pages of every origin.
  it.runIf(process.platform === 'linux')(
    'listen where no page in a browser of this machine can find them',
    async () => {
      const service = await startSmallService();
      const { environment } = service;
      await service.close();
      const names = ['DYNAMODB', 'S3', 'SQS'];
      const urls = names.map((name) => environment[`AWS_ENDPOINT_URL_${name}`] ?? '');
      const hosts = urls.map((url) => new URL(url).hostname);
      expect(new Set(hosts).size).toBe(3);
      for (const host of hosts) expect(host).toMatch(/^127(\.\d+){3}$/);
      expect(hosts).not.toContain('127.0.0.1');
    },
  );

  it.each(['darwin', 'win32'])('listen on 127.0.0.1 on %s', (platform) => {
    expect(chooseStoreHost(platform)).toBe('127.0.0.1');
  });
});

describe('the table of the engine', () => {
  const folder = createTemporaryFolder(afterAll);
  let engine: Awaited<ReturnType<typeof startProcess>>;

  beforeAll(async () => {
    engine = await startProcess(buildDynamoDbCommand(folder), () => {});
    await ensureTable(engine.endpoint, table);
  });

  afterAll(() => engine.end());

  it('is rejected if its keys differ from the template', async () => {
    // The table exists now, with the same keys.
    await ensureTable(engine.endpoint, table);
    const changedTable = {
      ...table,
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    };
    await expect(ensureTable(engine.endpoint, changedTable)).rejects.toThrow(
      'has other keys than the template',
    );
  });

  it('keeps the items that have not expired', async () => {
    const { endpoint } = engine;
    const { TableName } = table;
    const now = Date.parse('2026-11-22T12:00:00Z');
    const seconds = now / 1000;
    for (const ttl of [seconds - 1, seconds, undefined]) {
      const expiry = ttl === undefined ? {} : { ttl: { N: String(ttl) } };
      const Item = { pk: { S: String(ttl) }, ...expiry };
      await callDynamoDb(endpoint, 'PutItem', { TableName, Item });
    }

    const expiring = { TableName, keyNames: ['pk'], timeToLiveAttribute: 'ttl' };
    await expireItems(endpoint, expiring, now);
    const { Items = [] } = await callDynamoDb<{ Items: { pk: { S: string } }[] }>(
      endpoint,
      'Scan',
      { TableName },
    );
    const kept = Items.map(({ pk }) => pk.S);
    expect(kept.toSorted()).toEqual([String(seconds), 'undefined']);
  });
});

describe('a DynamoDB process', () => {
  it('is refused on a platform without the engine, with the variable that names another', () => {
    expect(() => buildDynamoDbCommand('data', 'freebsd-x64')).toThrow(
      'set DYNAMODB_ENDPOINT to the URL of a running DynamoDB',
    );
  });

  it.each(['http://127.0.0.1:1', 'nowhere'])(
    'is reported with its address if it cannot be reached: %s',
    async (endpoint) => {
      await expect(ensureTable(endpoint, table)).rejects.toThrow(
        `DynamoDB cannot be reached at ${endpoint}.`,
      );
    },
  );

  it('is reported with its command if it does not start', async () => {
    const server = {
      name: 'DynamoDB',
      host: '127.0.0.1',
      command: 'false',
      args: () => [],
      readyMessage: 'never',
    };
    await expect(startProcess(server, () => {})).rejects.toThrow(
      'DynamoDB does not start: false failed 5 times.',
    );
  });

  it('is reported with the last line that it prints if it does not start', async () => {
    const server = {
      name: 'DynamoDB',
      host: '127.0.0.1',
      command: 'ls',
      args: () => ['/none'],
      readyMessage: 'never',
    };
    const started = startProcess(server, () => {});
    await expect(started).rejects.toThrow(/^DynamoDB does not start: .*none/);
  });

  it('names its file if that is damaged', async () => {
    const data = createTemporaryFolder();
    const file = join(data, 'dynamodb.sqlite');
    await (await startSmallService({ data })).close();
    writeFileSync(file, 'damaged'.repeat(4096));
    const started = startSmallService({ data });
    await expect(started).rejects.toThrow(`${file} is damaged. Restore a backup`);
  });

  it('is called without a proxy, whatever the environment names', async () => {
    const [commandModule, processModule, apiModule] = [
      'engines.ts',
      'process.ts',
      'dynamodb-api.ts',
    ].map((name) => JSON.stringify(join(import.meta.dirname, name)));
    const script = `
      import { buildDynamoDbCommand } from ${commandModule};
      import { startProcess } from ${processModule};
      import { callDynamoDb } from ${apiModule};
      const command = buildDynamoDbCommand(${JSON.stringify(createTemporaryFolder())});
      const engine = await startProcess(command, () => {});
      console.log(JSON.stringify(await callDynamoDb(engine.endpoint, 'ListTables', {})));
      await engine.end();
    `;
    // Nothing listens at the port of the proxy.
    const proxy = { HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };
    const env = { ...process.env, NODE_USE_ENV_PROXY: '1', ...proxy };
    const args = ['--input-type=module', '-e', script];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    expect(JSON.parse(stdout)).toEqual({ TableNames: [] });
  });

  it('is reported if its connection breaks in the middle of a response', async () => {
    const server = createServer((socket) => {
      const head = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n';
      socket.once('data', () => socket.write(`${head}{`, () => socket.resetAndDestroy()));
    });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const call = callDynamoDb(endpoint, 'ListTables', {});
    await expect(call).rejects.toThrow('DynamoDB cannot be reached');
  });

  it('is called by TLS if the options name one that has it', async () => {
    // Nothing listens at this port.
    const call = callDynamoDb('https://127.0.0.1:9', 'ListTables', {});
    await expect(call).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('ends when the process that started it is killed', async () => {
    const commandModule = JSON.stringify(join(import.meta.dirname, 'engines.ts'));
    const processModule = JSON.stringify(join(import.meta.dirname, 'process.ts'));
    const script = `
      import { buildDynamoDbCommand } from ${commandModule};
      import { startProcess } from ${processModule};
      const command = buildDynamoDbCommand(${JSON.stringify(createTemporaryFolder())});
      const { endpoint } = await startProcess(command, () => {});
      console.log(endpoint);
    `;
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [endpoint] = await once(parent.stdout, 'data');
    const { hostname, port } = new URL(String(endpoint).trim());
    const connection = connect(Number(port), hostname);
    await once(connection, 'connect');
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    connection.on('error', () => {}).on('close', resolve);
    parent.kill('SIGKILL');
    await closed;
  });
});
