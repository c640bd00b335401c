import { getProviderGateway } from '#functions/connections/provider-definition/oauth.ts';
import type { Provider } from '#functions/connections/provider-definition/provider.ts';
import type { OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { createOutgoingCall } from '#shared/outgoing/send.ts';
import { getKnownProvider } from '#shared/reference-data/connection-types.ts';
import { providers } from './providers.data.ts';

const byType = new Map(providers.map((provider) => [provider.type, provider]));

/** Returns the provider of a remote connection type, or undefined if it cannot be connected. */
export function findProvider(type: string): Provider | undefined {
  const provider = byType.get(getKnownProvider(type));
  return provider && { ...provider, type };
}

/** Returns the function that makes calls to a provider. */
export function createProviderCall(type: string): OutgoingCall {
  return createOutgoingCall(getProviderGateway(type));
}
