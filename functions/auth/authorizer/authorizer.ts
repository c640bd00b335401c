import type { Endpoint } from '#shared/contract/endpoint.ts';

/**
 * The function that the gateways ask about every bearer token. It has no route, so this states only what it needs; it
 * reads one grant and nothing else, and once a day notes in it that it was used.
 */
export default {
  stores: { table: ['get', 'update'] },
  memory: 512,
  timeout: 5,
} as const satisfies Pick<Endpoint, 'stores' | 'memory' | 'timeout'>;
