import { accountForm } from '#functions/account/form-endpoint.ts';
import { maxVisits } from '#functions/diary/entry/day-item.ts';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { EntryForm } from '../entry-form.ts';

export default defineEndpoint({
  ...accountForm,
  path: '/oauth2/account/data/entry/',
  summary: 'Add, change or delete an entry of the diary',
  request: { form: EntryForm },
  responses: {
    ...accountForm.responses,
    400: { description: 'The same page, which names all problems.', body: 'html' },
  },
  errors: [...accountForm.errors, 'item_too_large'],
  stores: { table: ['get', 'getEach', 'query', 'put', 'update', 'check', 'transact'] },
  storeCalls: {
    max: 100 + maxVisits,
    reason:
      'the session, the profile and the entry are read, and the day for a page with problems. ' +
      'The diary writes the entry as for its POST, PATCH and DELETE',
  },
});
