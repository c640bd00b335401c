import type { OutgoingCall } from '../outgoing/outgoing.ts';
import { createOutgoingCall } from '../outgoing/send.ts';
import { getKnownProvider, getProviderGateway } from '../provider/connection-types.ts';
import type { Provider } from '../provider/provider.ts';
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
