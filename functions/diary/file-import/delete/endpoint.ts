import { defineEndpoint, mainInterface } from '#shared/contract/endpoint.ts';

export default defineEndpoint({
  ...mainInterface,
  method: 'DELETE',
  path: '/import/{id}/',
  operationId: 'deleteImport',
  summary: 'Undo an import',
  description:
    'Ends the import if it is running, and deletes the entries, measurements and images that it ' +
    'created, in the background. An entry that was edited stays. So does what another import ' +
    'has brought, too. Until everything is deleted, the import is `undoing`; then it is gone. ' +
    'Its files can be imported again. An import with `measurements` needs the scope ' +
    '`measurements.write`, too, and one with `images` `images.write`.',
  auth: 'user',
  scope: 'diary.write',
  responses: { 204: { description: 'The import is being undone.' } },
  errors: ['not_found'],
  stores: { table: ['update'] },
});
