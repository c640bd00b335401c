import { describe, expect, it } from 'vitest';
import type { Audience } from '#shared/contract/endpoint.ts';
import type { DataPermission } from '#shared/reference-data/provider-policies.ts';
import { getPolicy, listHiddenTypes, type PolicyOverrides } from './data-policy.ts';

/** Overrides who of the applications of others may see a type. */
function overrideWith(type: string, applications: DataPermission): PolicyOverrides {
  return { [type]: { values: { applications }, reasons: {} } };
}

/** Returns whether a caller may see a type. */
function canSee(
  type: string,
  overrides: PolicyOverrides,
  viewer: { audience?: Audience; isOwn?: boolean; isTicked?: boolean; scope?: string },
): boolean {
  const { audience, isOwn = false, isTicked = false, scope = 'read' } = viewer;
  const optedInTypes = isTicked ? [type] : [];
  const hidden = listHiddenTypes(overrides, { audience, isOwn, scope, optedInTypes });
  return !hidden.includes(type);
}

const defaults = [
  { type: 'strava', permission: 'denied' },
  { type: 'whoop', permission: 'opt_in' },
  { type: 'google_health', permission: 'opt_in' },
  { type: 'withings', permission: 'opt_in' },
  { type: 'polar', permission: 'opt_in' },
  { type: 'garmin', permission: 'opt_in' },
  { type: 'fitbit', permission: 'opt_in' },
  { type: 'intervals_icu', permission: 'opt_in' },
  { type: 'sample', permission: 'allowed' },
] as const;

const permissions = ['allowed', 'opt_in', 'denied'] as const;

describe('what comes from a provider', () => {
  const overridden = defaults.flatMap(({ type, permission }) =>
    permissions.map((override) => ({ type, permission, override })),
  );

  it.each(defaults)('from $type is $permission by default', ({ type, permission }) => {
    expect(getPolicy({}, type).applications).toBe(permission);
    expect(canSee(type, {}, {})).toBe(permission === 'allowed');
    expect(canSee(type, {}, { isTicked: true })).toBe(permission !== 'denied');
    expect(canSee(type, {}, { isOwn: true })).toBe(true);
  });

  it.each(overridden)(
    'from $type, which is $permission by default, is $override if the operator says so',
    ({ type, override }) => {
      const overrides = overrideWith(type, override);
      expect(canSee(type, overrides, {})).toBe(override === 'allowed');
      expect(canSee(type, overrides, { isTicked: true })).toBe(override !== 'denied');
      expect(canSee(type, overrides, { isOwn: true })).toBe(true);
    },
  );

  it.each([
    { type: 'strava', permission: 'denied' },
    { type: 'whoop', permission: 'denied' },
    { type: 'polar', permission: 'opt_in' },
    { type: 'intervals_icu', permission: 'opt_in' },
    { type: 'sample', permission: 'allowed' },
  ] as const)('from $type is $permission for agents, even for own ones', (example) => {
    const { type, permission } = example;
    const agent = { audience: 'mcp', isOwn: true } as const;
    expect(canSee(type, {}, agent)).toBe(permission === 'allowed');
    expect(canSee(type, {}, { ...agent, isTicked: true })).toBe(permission !== 'denied');
  });

  it('follows the override of its own type only, and of the values that it has', () => {
    const overrides = overrideWith('strava', 'allowed');
    expect(canSee('whoop', overrides, {})).toBe(false);
    expect(getPolicy(overrides, 'strava')).toEqual({
      applications: 'allowed',
      agents: 'denied',
      combine: false,
      retention_days: 7,
      erase_on_disconnect: true,
      attribution: 'Powered by Strava',
    });
  });
});
