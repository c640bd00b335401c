import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Render an image variant',
  trigger: 'cdn',
  concurrencySetting: 'imageRenderConcurrency',
  examplePath: '/images/w_0320,h_0240/01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
  stores: {
    table: ['get', 'update'],
    originals: ['get'],
    variants: ['put', 'delete'],
  },
  native: ['sharp'],
  // The share of CPU grows with the memory. The largest image needs about half of the memory.
  memory: 2048,
  timeout: 29,
});
