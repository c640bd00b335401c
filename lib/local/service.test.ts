import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendRaw } from '#kit/small-stack/send.ts';
import { type SmallService, startSmallService } from '#kit/small-stack/service.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { trustProxies } from './http/request-head.ts';

/** The headers of a client behind a proxy. The proxy has appended the client's real address. */
const forwarded: [string, string][] = [
  ['X-Forwarded-For', '198.51.100.1, 203.0.113.9'],
  ['X-Forwarded-Proto', 'http'],
  ['X-Forwarded-Host', 'evil.example'],
];

const parsePort = (url: string) => Number(new URL(url).port);

const urls = {
  main: 'https://api.example.org',
  auth: 'https://auth.example.org',
  diary: 'https://diary.example.org',
  cdn: 'https://images.example.org:8443',
  mcp: 'https://api.example.org/mcp',
};

describe('a local service behind a proxy, with variables of its own', () => {
  let service: SmallService;
  beforeAll(async () => {
    service = await startSmallService({
      publicAccess: { urls, isTrustedProxy: trustProxies(['127.0.0.1']) },
      environment: { TABLE_NAME: 'Other', EXTRA: 'yes' },
    });
  });
  afterAll(() => service.close());

  it('serves each API and the CDN on a port of its own', () => {
    const ports = new Set(Object.values(service.listeningUrls).map(parsePort));
    expect(ports.size).toBe(5);
  });

  it('has a clock that only moves forwards', () => {
    expect(() => service.clock.advance(-1)).toThrow(RangeError);
  });

  it('overrides the environment of every function', async () => {
    const response = await sendRaw(service.listeningUrls.main, {
      path: '/v7.1/things/1',
    });
    const { environment } = response.json();
    expect(environment).toMatchObject({ TABLE_NAME: 'Other', EXTRA: 'yes' });
  });

  it('trusts the headers of its proxy, and those of no other sender', async () => {
    const get = (host: keyof typeof urls, path: string, localAddress: string) =>
      sendRaw(service.listeningUrls[host], { path, localAddress, headers: forwarded });

    const proxied = (await get('main', '/v7.1/things/1', '127.0.0.1')).json();
    const { MAIN_URL, AUTH_URL, CDN_URL } = proxied.environment;
    expect([MAIN_URL, AUTH_URL, CDN_URL]).toEqual([`${urls.main}/`, urls.auth, urls.cdn]);
    expect(proxied.event.headers).toMatchObject({
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Port': '443',
    });
    expect(proxied.event.requestContext.identity.sourceIp).toBe('203.0.113.9');

    const image = (await get('cdn', '/images/a', '127.0.0.1')).json();
    expect(image.event.requestContext).toMatchObject({
      http: { sourceIp: '203.0.113.9' },
    });
    const hsts = { 'strict-transport-security': 'max-age=31536000' };
    const invalidDownload = '/bucket/key?X-Amz-Signature=a';
    const download = await get('cdn', invalidDownload, '127.0.0.1');
    expect(download).toMatchObject({ status: 403, headers: hsts });
    const cdnPost = { path: '/images/a', method: 'POST' };
    const rejected = await sendRaw(service.listeningUrls.cdn, cdnPost);
    expect(rejected).toMatchObject({ status: 403, headers: hsts });

    const direct = (await get('main', '/v7.1/things/1', '127.0.0.2')).json();
    expect(direct.event.requestContext.identity.sourceIp).toBe('127.0.0.2');
  });
});

describe('the local service', () => {
  it('reports a port that is in use, and leaves nothing running', async () => {
    const first = await startSmallService();
    const taken = parsePort(first.urls.auth);
    const data = createTemporaryFolder();
    await expect(
      startSmallService({
        data,
        ports: { main: 0, auth: taken, diary: 0, cdn: 0, mcp: 0 },
      }),
    ).rejects.toThrow(`Port ${taken} of 127.0.0.1 is already in use.`);
    await first.close();
    const second = await startSmallService({
      data,
      ports: { main: 0, auth: taken, diary: 0, cdn: 0, mcp: 0 },
    });
    expect(parsePort(second.urls.auth)).toBe(taken);
    await second.close();
  });

  it('locks its data directory until it is closed', async () => {
    const data = createTemporaryFolder();
    const first = await startSmallService({ data });
    await expect(startSmallService({ data })).rejects.toThrow(
      `Another runner (process ${process.pid}) is using ${data}.`,
    );
    await first.close();
    await startSmallService({ data }).then((second) => second.close());
  });

  it('can be closed more than once', async () => {
    const service = await startSmallService();
    await Promise.all([service.close(), service.close()]);
    await service.close();
    await expect(service.send({ path: '/' })).rejects.toThrow('ECONNREFUSED');
  });
});
