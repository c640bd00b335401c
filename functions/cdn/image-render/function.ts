import { defineFunction } from '#shared/contract/function.ts';

export default defineFunction({
  summary: 'Render an image variant',
  trigger: 'cdn',
  examplePath: '/images/w_0320,h_0240/01kafw2v8t5wq3xk9ah1m4d7pjz6r0bnce2y',
  stores: { objects: ['get'], variants: ['put'] },
  native: ['sharp'],
  // Memory is CPU as well. The largest image needs about half of it.
  memory: 2048,
  timeout: 29,
});
