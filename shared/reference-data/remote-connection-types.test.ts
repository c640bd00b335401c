import { describe, expect, it } from 'vitest';
import { remoteConnectionTypes } from './remote-connection-types.data.ts';
import { currentTypes, findRemoteConnectionType } from './remote-connection-types.ts';

describe('the remote connection types', () => {
  it('are found by their ids, including retired types', () => {
    for (const type of remoteConnectionTypes)
      expect(findRemoteConnectionType(type.id)).toBe(type);
    expect(
      remoteConnectionTypes.filter(({ retired }) => retired).map(({ type }) => type),
    ).toEqual(['fitbit', 'runkeeper', 'google_fit', 'peloton']);
  });

  it('are current if a connection can be made', () => {
    expect(currentTypes).toHaveLength(26);
    expect(
      currentTypes.every(({ retired, connection }) => !retired && connection !== 'none'),
    ).toBe(true);
  });
});
