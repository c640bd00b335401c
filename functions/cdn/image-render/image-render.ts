/**
 * The function that the CDN asks for a picture which nobody asked for before. It has no route, so this states only what
 * it needs: it reads originals and writes variants. Memory is also CPU; the largest picture needs about half of it.
 */
export default {
  stores: { objects: ['get'], variants: ['put'] },
  memory: 2048,
  timeout: 29,
} as const;
