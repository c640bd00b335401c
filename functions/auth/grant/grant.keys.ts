import { defineOwnedKey, defineOwnedRange } from '#shared/table/keys.ts';

export const grantKeys = {
  grant: defineOwnedKey('GRANT'),
  grants: defineOwnedRange('GRANT'),
  grantsOfClient: (client_id: string) => `APPLICATION#${client_id}`,
};
