import type { Provider } from '../provider/provider.ts';
import { providers } from './providers.data.ts';

const byType = new Map(providers.map((provider) => [provider.type, provider]));

/** Returns the provider of a remote connection type, or undefined if it cannot be imported. */
export function findProvider(type: string): Provider | undefined {
  return byType.get(type);
}
