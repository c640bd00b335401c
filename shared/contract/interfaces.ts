/** The host and versions of an endpoint of the main API (specification 9). */
export const mainInterface = { host: 'main', versions: ['v7.0', 'v7.1'] } as const;

/** The host and versions of an endpoint of the authorization server. */
export const authInterface = { host: 'auth', versions: ['v7.0', 'v7.1'] } as const;

/** The host and version of an endpoint of the diary. */
export const diaryInterface = { host: 'diary', versions: ['v2'] } as const;
