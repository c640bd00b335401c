import * as z from 'zod/mini';
import { defineEndpoint, mainInterface, notModified } from '#shared/contract/endpoint.ts';
import { Collection, Paging } from '#shared/hal/paging.ts';
import { RemoteConnectionTypeRepresentation } from '../remote-connection-type.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'GET',
  path: '/remoteconnectiontype/',
  operationId: 'listRemoteConnectionTypes',
  summary: 'List the remote connection types',
  description:
    'The types that can be connected. Retired types are not listed, but can be read by id.',
  auth: 'client',
  scope: 'any',
  request: { query: z.object(Paging) },
  responses: {
    200: {
      description: 'One page of the list.',
      body: Collection('remoteconnectiontypes', RemoteConnectionTypeRepresentation),
    },
    304: notModified,
  },
  cacheSeconds: 3600,
});
