import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Serve the script of the API reference',
  trigger: 'cdn',
  cdnPath: '/docs/*',
  examplePath: '/docs/reference.js',
  files: ['reference.js.gz'],
  memory: 512,
  timeout: 10,
});
