import { describe, expect, it } from 'vitest';
import { findActivityName } from './activity-names.ts';
import { listActivityTypes } from './activity-types.ts';

const activityTypes = listActivityTypes();
const germanNames = activityTypes.map(({ id }) => findActivityName(id, 'de'));

describe('the German names of activity types', () => {
  it('are complete, and no two types have the same', () => {
    expect(germanNames).not.toContain(undefined);
    expect(new Set(germanNames).size).toBe(activityTypes.length);
  });

  it('are those of the same types', () => {
    const types = activityTypes.filter(({ name }) =>
      ['Run', 'Road ride', 'Sleep'].includes(name),
    );
    const names = types.map(({ id }) => findActivityName(id, 'de'));
    expect(names).toEqual(['Laufen', 'Rennradfahrt', 'Schlaf']);
  });
});

it('the English name of an activity type is that of the API, and other ids have no name', () => {
  for (const { id, name } of activityTypes) expect(findActivityName(id, 'en')).toBe(name);
  for (const language of ['en', 'de'] as const)
    expect(findActivityName('running', language)).toBeUndefined();
});
