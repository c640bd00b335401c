import { describe, expect, it } from 'vitest';
import { PolicySource, requirePolicyForEachProvider } from './provider-policies.ts';
import { parseSource } from './source.ts';

const policy = {
  key: 'polar',
  applications: 'opt_in',
  agents: 'opt_in',
  combine: 'true',
  retention_days: '',
  erase_on_disconnect: 'false',
  attribution: '',
  note: 'terms not found',
};

function check(...rows: (typeof policy)[]): void {
  const lines = [Object.keys(policy), ...rows.map((row) => Object.values(row))];
  const file = { path: 'data/provider-policies.csv', text: lines.join('\n') };
  const providers = [{ key: 'polar' }, { key: 'strava' }];
  requirePolicyForEachProvider(file, parseSource(file, PolicySource), providers);
}

const strava = { ...policy, key: 'strava' };

describe('the source of the data policies', () => {
  it('is accepted if each provider has one line', () => {
    expect(() => check(policy, { ...strava, retention_days: '7' })).not.toThrow();
  });

  it.each([
    { problem: 'strava: has no line', rows: [policy] },
    {
      problem: 'sundial: is no provider',
      rows: [policy, strava, { ...policy, key: 'sundial' }],
    },
    {
      problem: 'polar: is no provider, or has another line',
      rows: [policy, strava, policy],
    },
    {
      problem: 'strava: applications: must be',
      rows: [{ ...strava, applications: 'yes' }],
    },
    {
      problem: 'strava: retention_days: must be',
      rows: [{ ...strava, retention_days: '0' }],
    },
  ])('is rejected with the problem: $problem', ({ problem, rows }) => {
    expect(() => check(...rows)).toThrow(problem);
  });
});
