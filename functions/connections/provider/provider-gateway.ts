import { getConfiguredGateway, type ProviderGateway } from '#shared/outgoing/send.ts';
import { findExtraType } from '#shared/reference-data/connection-types.ts';

/** Returns where calls to the provider of a type go. An extra type has a gateway of its own. */
export function getProviderGateway(type: string): ProviderGateway {
  const extra = findExtraType();
  return extra?.type === type ? extra.gateway : getConfiguredGateway();
}
