import { defineItemKey } from '#shared/table/keys.ts';

/** The keys of clients. */
export const clientKeys = {
  client: defineItemKey('APPLICATION'),
  clientLogo: defineItemKey('APPLICATION', 'LOGO'),
  clients: () => 'APPLICATIONS',
};
