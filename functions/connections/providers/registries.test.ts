import { describe, expect, it } from 'vitest';
import { isImportable } from '#shared/reference-data/connection-types.ts';
import { remoteConnectionTypes } from '#shared/reference-data/remote-connection-types.data.ts';
import { findProviderAccess, findRevocation } from './find-access.ts';
import { findProvider } from './find-provider.ts';
import { findOtherRevocation } from './other-revocations.ts';
import { webhooks } from './webhooks.data.ts';

const types = remoteConnectionTypes.map(({ type }) => type);
const findWebhook = (type: string) =>
  webhooks.find((each) => each.type === type)?.receive;

describe('the registries of providers', () => {
  it.each(types.filter(isImportable))('have the values of %s', (type) => {
    const provider = findProvider(type);
    expect(provider).toMatchObject({ type });
    expect(findWebhook(type)).toBe(provider?.receiveWebhook);
    expect(findProviderAccess(type)?.oauth).toBe(provider?.oauth);
    expect(findRevocation(type)).toBe(provider?.revocation);
    expect(findOtherRevocation(type)).toBeUndefined();
  });

  it('have no provider whose workouts are not imported', () => {
    const others = types.filter((type) => !isImportable(type));
    const found = others.filter(
      (type) => findProvider(type) ?? findWebhook(type) ?? findProviderAccess(type),
    );
    expect(found).toEqual([]);
  });

  // Each further one doubles the time of a merge and the size of what it stores (decision 0022).
  it('have so few providers that merges decide once for each set of hidden ones', () => {
    expect(types.filter(isImportable).length).toBeLessThanOrEqual(6);
  });
});
