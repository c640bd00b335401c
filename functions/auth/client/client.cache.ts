import { createTtlCache } from '#shared/runtime/ttl-cache.ts';
import type { Client } from './client.ts';

/** How long a warm function may use a client without reading it again (wire.md A9). */
const ttlMillis = 60_000;

/** The clients that were read within the last minute, by their id. */
export const clientCache = createTtlCache<Client>(ttlMillis);
