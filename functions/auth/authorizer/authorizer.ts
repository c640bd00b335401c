import type { Endpoint } from '../../../shared/contract/endpoint.ts';

/**
 * The function that the gateways ask about every bearer token. It has no route, so this states only what it needs; it
 * reads one grant and nothing else.
 */
export default {
  stores: { table: ['get'] },
  memory: 512,
  timeout: 5,
} as const satisfies Pick<Endpoint, 'stores' | 'memory' | 'timeout'>;
