import { defineItemKey } from '#shared/table/keys.ts';

/** The keys of authorizations in progress. */
export const authorizationKeys = {
  authorization: defineItemKey('AUTHORIZATION'),
};
