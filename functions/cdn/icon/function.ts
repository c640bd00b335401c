import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Serve the icons of activity types',
  trigger: 'cdn',
  cdnPath: '/icons/*',
  examplePath: '/icons/ride.svg',
  memory: 256,
  timeout: 5,
});
