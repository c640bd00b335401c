import { type Endpoint, isLimited } from '#shared/contract/endpoint.ts';

const text = { schema: { type: 'string' } };

/** The headers about limits, which responses refer to. */
export const limitHeaders = {
  RateLimitPolicy: {
    description:
      'The limits of the caller: the requests (`q`) of each window of so many seconds (`w`), as ' +
      'in `"15min";q=200;w=900`. Those with `pk` are of the user, the others of the application.',
    ...text,
  },
  RateLimit: {
    description:
      'The requests that are left (`r`) of the limit that is reached first, and the seconds ' +
      'until all are there again (`t`), as in `"15min";r=137;t=412`.',
    ...text,
  },
} as const;

const references = {
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
  RateLimit: { $ref: '#/components/headers/RateLimit' },
};

/** Returns the headers about limits of the responses of an endpoint, which may have none. */
export function listLimitHeaders(endpoint: Endpoint): Readonly<Record<string, object>> {
  return isLimited(endpoint) ? references : {};
}
