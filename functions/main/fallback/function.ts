import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Reject requests that no endpoint serves',
  trigger: 'fallback',
  settings: ['service'],
});
