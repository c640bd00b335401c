import { defineItemKey, defineSingletonKey } from '#shared/table/keys.ts';

export const clientKeys = {
  client: defineItemKey('APPLICATION'),
  clientLogo: defineItemKey('APPLICATION', 'LOGO'),
  clients: () => 'APPLICATIONS',
  ownApplications: defineSingletonKey('OWN_APPLICATIONS'),
};
