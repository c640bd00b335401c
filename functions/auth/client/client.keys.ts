import { defineItemKey, defineSingletonKey } from '#shared/table/keys.ts';

export const clientKeys = {
  client: defineItemKey('APPLICATION'),
  clientLogo: defineItemKey('APPLICATION', 'LOGO'),
  proposedLogo: defineItemKey('APPLICATION', 'PROPOSED_LOGO'),
  clients: () => 'APPLICATIONS',
  metadataClients: () => 'METADATA_CLIENTS',
  ownApplications: defineSingletonKey('OWN_APPLICATIONS'),
};
