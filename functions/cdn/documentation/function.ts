import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Serve the files of the documentation',
  trigger: 'cdn',
  cdnPath: '/docs/*',
  examplePath: '/docs/reference.js',
  files: ['reference.js.gz', 'fitness-data-client.tgz'],
  memory: 512,
  timeout: 10,
});
