import * as z from 'zod/mini';
import { text } from '#shared/contract/schema.ts';
import {
  findCurrentType,
  listConnectionTypes,
} from '#shared/reference-data/connection-types.ts';
import { ProviderCredentials } from './credentials.ts';

const listTypeKeys = () => listConnectionTypes().map(({ type }) => type);

/** A new connection, with the credentials that the provider issued. */
export const NewRemoteConnection = z
  .object({
    type: z.string().check(
      z.refine((type) => findCurrentType(type) !== undefined, {
        error: () => `must be one of ${listTypeKeys().join(', ')}`,
      }),
    ),
    remote_id: text(255, 1),
    ...ProviderCredentials.shape,
  })
  .check(
    z.refine(
      ({ client_id, client_secret }) =>
        (client_id === undefined) === (client_secret === undefined),
      {
        path: ['client_secret'],
        error: 'must be set if and only if client_id is set',
      },
    ),
  );
export type NewRemoteConnection = z.input<typeof NewRemoteConnection>;
