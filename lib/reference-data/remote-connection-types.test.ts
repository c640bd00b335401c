import { describe, expect, it } from 'vitest';
import { ProviderSource, requireValidProviders } from './remote-connection-types.ts';
import { parseSource } from './source.ts';

const provider = {
  key: 'polar',
  name: 'Polar Flow',
  device_manufacturer: 'Polar',
  device_model: 'Flow',
  records: 'activities',
  connection: 'oauth2',
  retired: 'false',
  sync: 'polar',
  note: '',
};

function check(...rows: (typeof provider)[]): void {
  const lines = [Object.keys(provider), ...rows.map((row) => Object.values(row))];
  const file = { path: 'data/providers.csv', text: lines.join('\n') };
  requireValidProviders(file.path, parseSource(file, ProviderSource));
}

describe('the source of the remote connection types', () => {
  it('is accepted if it has no problems', () => {
    expect(() =>
      check(provider, { ...provider, key: 'suunto', device_manufacturer: 'Suunto' }),
    ).not.toThrow();
  });

  it.each<[string, Partial<typeof provider>]>([
    [
      'connection: must be one of oauth2, oauth1, phone, api_key, none',
      { connection: 'magic' },
    ],
    ['sync needs oauth2 or api_key that is not retired', { retired: 'true' }],
    ['sync needs oauth2 or api_key that is not retired', { connection: 'oauth1' }],
    ['sync: must be the name of a folder', { sync: '../polar' }],
  ])('is rejected with the problem: %s', (problem, change) => {
    expect(() => check({ ...provider, ...change })).toThrow(`polar: ${problem}`);
  });

  it('is rejected if two providers have the same device', () => {
    expect(() => check(provider, { ...provider, key: 'polar_two' })).toThrow(
      /polar: another provider has the same device\n.*polar_two: another/,
    );
  });
});
