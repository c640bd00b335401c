import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { startSmallService } from '../fixtures/service.ts';
import { buildDynaliteCommand, findDynoxideCommand } from './dynamodb.ts';
import { type ServerCommand, startProcess } from './process.ts';
import { ensureTable } from './tables.ts';

const table = {
  TableName: 'Table',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST' as const,
};

/** The process ids of the DynamoDB engines that this process has started. */
function enginesRunning(): number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return processes
    .map((line) => line.trim().split(/\s+/))
    .filter(
      ([, parent, ...command]) =>
        Number(parent) === process.pid && /dynoxide|dynalite/.test(command.join(' ')),
    )
    .map(([pid]) => Number(pid));
}

describe('engines', () => {
  it('keep data over a restart', async () => {
    const data = temporaryFolder();
    const before = await startSmallService({ data });
    expect((await before.send({ method: 'PUT', path: '/v7.1/store/1', body: 'kept' })).status).toBe(
      204,
    );
    await before.close();
    expect(readdirSync(data)).toContain('s3');
    const after = await startSmallService({ data });
    const response = await after.send({ path: '/v7.1/store/1' });
    await after.close();
    expect(response.json<unknown>()).toEqual({ item: 'kept', object: 'kept' });
  });

  it('keep nothing in memory', async () => {
    const before = await startSmallService();
    await before.send({ method: 'PUT', path: '/v7.1/store/1', body: 'lost' });
    expect((await before.send({ path: '/v7.1/store/1' })).status).toBe(200);
    await before.close();
    const after = await startSmallService();
    expect((await after.send({ path: '/v7.1/store/1' })).status).toBe(404);
    await after.close();
  });

  it('still take signatures after the clock was moved', async () => {
    const service = await startSmallService();
    service.clock.advance(86_400);
    expect(
      (await service.send({ method: 'PUT', path: '/v7.1/store/1', body: 'later' })).status,
    ).toBe(204);
    await service.close();
  });

  it('make every answer 503 and say so when one of them dies, and are not started again', async () => {
    const alarm = Promise.withResolvers<string>();
    const service = await startSmallService({
      log: (line) => line.includes('has died') && alarm.resolve(line),
    });
    const [engine = 0] = enginesRunning();
    process.kill(engine, 'SIGKILL');
    expect(await alarm.promise).toContain('DynamoDB has died: it ended with SIGKILL.');
    const response = await service.send({ path: '/v7.1/things/1' });
    expect([response.status, response.json()]).toMatchObject([503, { type: 'DEFAULT_5XX' }]);
    expect(enginesRunning()).toEqual([]);
    await service.close();
  });

  it('end with the service', async () => {
    const service = await startSmallService();
    expect(enginesRunning()).toHaveLength(1);
    await service.close();
    expect(enginesRunning()).toEqual([]);
  });

  it('are left alone where one of somebody else is used', async () => {
    const engine = await startProcess(buildDynaliteCommand(undefined), () => {});
    const service = await startSmallService({ dynamodbEndpoint: engine.endpoint });
    expect(service.environment.AWS_ENDPOINT_URL_DYNAMODB).toBe(engine.endpoint);
    expect((await service.send({ method: 'PUT', path: '/v7.1/store/1', body: 'x' })).status).toBe(
      204,
    );
    expect((await service.send({ path: '/v7.1/store/1' })).json<unknown>()).toMatchObject({
      item: 'x',
    });
    await service.close();
    expect(await fetch(engine.endpoint)).toBeDefined();
    await engine.end();
  });
});

describe('a DynamoDB process', () => {
  const servers = {
    dynalite: buildDynaliteCommand,
    ...(findDynoxideCommand(undefined) && { dynoxide: findDynoxideCommand }),
  };

  it.each(Object.entries(servers))(
    'refuses to take a table with other keys for the one of the template: %s',
    async (_, commandFor) => {
      const engine = await startProcess(commandFor(temporaryFolder()) as ServerCommand, () => {});
      await ensureTable(engine.endpoint, table);
      await ensureTable(engine.endpoint, table);
      const other = {
        ...table,
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      };
      await expect(ensureTable(engine.endpoint, other)).rejects.toThrow(
        'has other keys than the template',
      );
      await engine.end();
    },
  );

  it.each(['http://127.0.0.1:1', 'nowhere'])(
    'that is not where it should be, at %s, is a sentence',
    async (endpoint) => {
      await expect(ensureTable(endpoint, table)).rejects.toThrow(
        `No DynamoDB answers at ${endpoint}.`,
      );
    },
  );

  it('that does not start is a sentence', async () => {
    const server = { name: 'DynamoDB', command: 'false', args: () => [], readyMessage: 'never' };
    await expect(startProcess(server, () => {})).rejects.toThrow(
      'DynamoDB does not start: false ended',
    );
  });

  it('ends with the process that started it, however that ends', async () => {
    const commands = JSON.stringify(join(import.meta.dirname, 'dynamodb.ts'));
    const processes = JSON.stringify(join(import.meta.dirname, 'process.ts'));
    const script = `
      import { buildDynaliteCommand, findDynoxideCommand } from ${commands};
      import { startProcess } from ${processes};
      const command = findDynoxideCommand() ?? buildDynaliteCommand();
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
