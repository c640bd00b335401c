import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Erase the users whose pause has ended',
  trigger: 'schedule',
  everyMinutes: 1,
  stores: {
    table: ['get', 'getEach', 'query', 'put', 'update', 'delete', 'transact'],
    originals: ['delete'],
    variants: ['delete'],
    exports: ['list', 'delete', 'abort'],
    imports: ['list', 'delete', 'abort'],
  },
  // A run that takes longer is continued by a later one.
  timeout: 300,
});
