import {
  type Endpoint,
  isLimited,
  tellsIgnoredNames,
} from '#shared/contract/endpoint.ts';

const text = { schema: { type: 'string' } };

/** The headers about limits, which responses refer to. */
const limitHeaders = {
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

/** The headers about names that an endpoint does not know. */
const nameHeaders = {
  IgnoredMembers: {
    description:
      'The members of the body that the service does not know and has not stored, and those of ' +
      'which it has read the last of several, as JSON pointers: `"/items/0/carbs"`. After ten ' +
      'follows the number of the others.',
    ...text,
  },
  IgnoredParameters: {
    description:
      'The query parameters that the service does not know and has ignored: `"actve"`. After ' +
      'ten follows the number of the others.',
    ...text,
  },
  PreferenceApplied: {
    description: 'What the service has done of `Prefer`: `handling=strict`.',
    ...text,
  },
} as const;

const buildReference = (name: keyof typeof limitHeaders | keyof typeof nameHeaders) => ({
  $ref: `#/components/headers/${name}`,
});

const limitReferences = {
  'RateLimit-Policy': buildReference('RateLimitPolicy'),
  RateLimit: buildReference('RateLimit'),
};

const nameReferences = {
  'Ignored-Members': buildReference('IgnoredMembers'),
  'Ignored-Parameters': buildReference('IgnoredParameters'),
  'Preference-Applied': buildReference('PreferenceApplied'),
};

/** Returns the headers that responses of an endpoint can have, whatever they say. */
export function listCommonHeaders(endpoint: Endpoint): Readonly<Record<string, object>> {
  return {
    ...(isLimited(endpoint) ? limitReferences : {}),
    ...(tellsIgnoredNames(endpoint) ? nameReferences : {}),
  };
}

/** Returns the components to which the responses of endpoints refer, or undefined for none. */
export function selectCommonHeaders(endpoints: readonly Endpoint[]): object | undefined {
  const isAny = (predicate: (endpoint: Endpoint) => boolean) => endpoints.some(predicate);
  const selected = {
    ...(isAny(isLimited) ? limitHeaders : {}),
    ...(isAny(tellsIgnoredNames) ? nameHeaders : {}),
  };
  return Object.keys(selected).length > 0 ? selected : undefined;
}
