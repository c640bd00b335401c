import { defineItemKey, defineOwnedKey, defineOwnedRange } from '#shared/table/keys.ts';

export const grantKeys = {
  grant: defineOwnedKey('GRANT'),
  grants: defineOwnedRange('GRANT'),
  seat: defineOwnedKey('SEAT'),
  seatCount: defineItemKey('APPLICATION', 'SEATS'),
  seatsOfClient: (client_id: string) => `SEATS#${client_id}`,
  grantsOfClient: (client_id: string) => `APPLICATION#${client_id}`,
};
