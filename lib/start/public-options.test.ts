import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { readOptions } from './options.ts';

const urls = {
  main: 'https://api.example.org',
  auth: 'https://auth.example.org',
  diary: 'https://diary.example.org',
  cdn: 'https://images.example.org:8443',
  mcp: 'https://api.example.org/mcp',
};

const settings = {
  'main-url': urls.main,
  'auth-url': urls.auth,
  'diary-url': `${urls.diary}/`,
  'cdn-url': urls.cdn,
};

const toArgs = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

function writeSettings(content: string): string {
  const path = join(createTemporaryFolder(), 'settings.json');
  writeFileSync(path, content);
  return path;
}

const readSettings = (content: string) =>
  readOptions(['--settings', writeSettings(content)]);

let output = '';

beforeEach(() => {
  output = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    output += text;
    return true;
  });
});
afterEach(() => void vi.restoreAllMocks());

describe('the public addresses', () => {
  it('are absent by default', () => {
    expect(readOptions([]).publicAccess).toBeUndefined();
  });

  it('trust a proxy on this machine, or the proxies of --trusted-proxy', () => {
    const local = readOptions(toArgs(settings)).publicAccess;
    expect(local?.urls).toEqual(urls);
    expect(
      ['127.0.0.1', '::1', '10.0.0.2'].map((ip) => local?.isTrustedProxy(ip)),
    ).toEqual([true, true, false]);

    const args = [...toArgs(settings), '--trusted-proxy', '10.0.0.0/8, 192.0.2.1'];
    const named = readOptions(args).publicAccess;
    expect(
      ['10.0.0.2', '192.0.2.1', '127.0.0.1'].map((ip) => named?.isTrustedProxy(ip)),
    ).toEqual([true, true, false]);
  });

  it.each([
    'http://api.example.org',
    'https://api.example.org/api',
    'https://api.example.org/?a',
    'https://ann@api.example.org',
    'api.example.org',
    '',
  ])('cannot be %j', (url) => {
    expect(() => readOptions(toArgs({ ...settings, 'main-url': url }))).toThrow(
      'Expected https and a host without a path',
    );
  });

  it.each([
    { args: ['--main-url', urls.main], problem: 'are required together' },
    { args: ['--trusted-proxy', '10.0.0.1'], problem: 'are required together' },
    {
      args: toArgs({ ...settings, 'auth-url': urls.main }),
      problem: 'must differ in their host, port or path',
    },
    {
      args: ['--trusted-proxy', 'proxy'],
      problem: 'proxy is not an IP address or network.',
    },
    { args: ['--host', 'localhost'], problem: 'Expected an IP address' },
    { args: ['--host', '0.0.0.0'], problem: 'set --main-url, --auth-url, --diary-url' },
  ])('are rejected with a reason: $problem', ({ args, problem }) => {
    expect(() => readOptions(args)).toThrow();
    expect(output).toContain(problem);
  });
});

describe('a settings file', () => {
  it('has the options by their names, which the command line overrides', () => {
    const path = writeSettings(
      JSON.stringify({ ...settings, port: 4000, memory: true, brief: false }),
    );
    const options = readOptions(['--settings', path, '--port', '5000']);
    expect(options.publicAccess?.urls).toEqual(urls);
    expect([options.memory, options.ports.main]).toEqual([true, 5000]);
  });

  it.each([
    { content: '{', problem: 'settings.json cannot be read: ' },
    { content: '[]', problem: 'settings.json must be a JSON object' },
    { content: '{"prot":1}', problem: 'settings.json: unknown setting prot; expected ' },
    { content: '{"settings":"x"}', problem: 'unknown setting settings' },
    {
      content: '{"port":[1]}',
      problem: 'port must be a string, a number, true or false.',
    },
  ])('is rejected with a reason: $content', ({ content, problem }) => {
    expect(() => readSettings(content)).toThrow(problem);
  });

  it('is rejected if it does not exist', () => {
    expect(() => readOptions(['--settings', '/none.json'])).toThrow(
      '/none.json cannot be read: ENOENT',
    );
  });
});

describe('the environment', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('has options that the command line overrides, and that override a settings file', () => {
    vi.stubEnv('FITNESS_DATA_SETTINGS', writeSettings('{"port":4000,"host":"::1"}'));
    vi.stubEnv('FITNESS_DATA_PORT', '5000');
    vi.stubEnv('FITNESS_DATA_SERVICE_NAME', 'Fitness club');
    vi.stubEnv('FITNESS_DATA_CONTACT', '');
    const options = readOptions(['--service-name=Club']);
    expect([options.host, options.ports.main]).toEqual(['::1', 5000]);
    expect(options.identity.service).toEqual({ name: 'Club' });
  });

  it.each(['FITNESS_DATA_MIAN_URL', 'FITNESS_DATA_MEMORY'])(
    'is rejected if it has a variable of no option with a value: %s',
    (name) => {
      vi.stubEnv(name, 'true');
      expect(() => readOptions([])).toThrow(
        `Unknown variable ${name}; expected FITNESS_DATA_DATA, FITNESS_DATA_PORT, `,
      );
    },
  );
});
