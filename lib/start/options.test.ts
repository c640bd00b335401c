import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOptions } from './options.ts';

beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('the ports', () => {
  it('are seven in a row, or any free ports', () => {
    const { ports } = readOptions(['--port', '4000']);
    expect(ports).toEqual({
      main: 4000,
      auth: 4001,
      diary: 4002,
      cdn: 4003,
      callback: 4004,
      sample: 4005,
      mcp: 4006,
    });
    const free = readOptions(['--port', '0']);
    expect(free.ports).toEqual({
      main: 0,
      auth: 0,
      diary: 0,
      cdn: 0,
      callback: 0,
      sample: 0,
      mcp: 0,
    });
  });

  it.each(['-1', '65530', 'http', '3e3', ''])('cannot begin with %j', (text) => {
    expect(() => readOptions([`--port=${text}`])).toThrow('whole number from 0 to 65529');
  });
});

describe('the identity', () => {
  const complete = [
    '--service-name=Fitness club',
    '--contact=help@example.org',
    '--privacy-url=https://example.org/privacy',
    '--terms-url=https://example.org/terms',
    '--mail-from=no-reply@example.org',
  ];

  it('has what pages and mail show, and the sender of mail', () => {
    expect(readOptions(complete).identity).toEqual({
      service: {
        name: 'Fitness club',
        contact_url: 'mailto:help@example.org',
        privacy_url: 'https://example.org/privacy',
        terms_url: 'https://example.org/terms',
      },
      mailFrom: 'no-reply@example.org',
      advice: [],
    });
  });

  it('says what the operator of a public service should add', () => {
    const { advice } = readOptions([]).identity;
    expect(advice).toHaveLength(2);
    expect(advice[0]).toContain('--contact, --privacy-url, --terms-url');
    expect(advice[1]).toContain('--mail-from');
  });

  it.each([
    ['--contact=help', 'Expected an address such as help@example.com, or an https URL.'],
    ['--privacy-url=http://example.org/', 'Expected an https URL such as'],
    ['--mail-from=Fitness <a@b.example>', 'Expected an address such as no-reply@example'],
    ['--logo=logo.gif', 'Expected the path of an SVG or PNG file.'],
  ])('refuses %s', (argument, problem) => {
    expect(() => readOptions([argument])).toThrow(problem);
  });
});

describe('the announcement', () => {
  it('is brief only if requested, and with neither free ports nor data in memory', () => {
    const isBrief = (...args: string[]) => readOptions(['--brief', ...args]).brief;
    expect(readOptions([]).brief).toBe(false);
    expect(isBrief()).toBe(true);
    expect(isBrief('--memory')).toBe(false);
    expect(isBrief('--port', '0')).toBe(false);
  });
});

describe('the encryption key', () => {
  it('is kept in the data folder with --memory if a DynamoDB that already runs keeps data', () => {
    vi.stubEnv('DYNAMODB_ENDPOINT', 'http://127.0.0.1:8000');
    const read = (...args: string[]) => readOptions(['--data', 'folder', ...args]);
    expect(read('--memory').keyFolder).toBe('folder');
    expect(read().keyFolder).toBeUndefined();

    const embedded = read('--memory', '--dynamodb-endpoint', '');
    expect(embedded.dynamodbEndpoint).toBeUndefined();
    expect(embedded.keyFolder).toBeUndefined();
  });
});

describe('the provider gateway', () => {
  it.each([
    'off',
    'direct',
    'http://127.0.0.1:8080',
    'https://stand-in.example/providers',
  ])('is set by the environment: %s', (gateway) => {
    vi.stubEnv('PROVIDER_GATEWAY', gateway);
    expect(readOptions([]).providerGateway).toBe(gateway);
  });

  it('is off unless it is set', () => {
    expect(readOptions([]).providerGateway).toBe('off');
    vi.stubEnv('PROVIDER_GATEWAY', '');
    expect(readOptions([]).providerGateway).toBe('off');
  });

  it.each(['on', 'true', '127.0.0.1:8080', 'http://', 'file:///providers'])(
    'cannot be %s',
    (gateway) => {
      vi.stubEnv('PROVIDER_GATEWAY', gateway);
      expect(() => readOptions([])).toThrow(/from env 'PROVIDER_GATEWAY' is invalid/);
    },
  );
});
