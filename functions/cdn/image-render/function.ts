import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Render an image variant',
  trigger: 'cdn',
  stores: { objects: ['get'], variants: ['put'] },
  native: ['sharp'],
  // Memory is CPU as well. The largest image needs about half of it.
  memory: 2048,
  timeout: 29,
});
