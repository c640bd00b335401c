import type { Allocate } from '#shared/objects/objects.ts';

/** Returns an allocator that uses the same memory for each call. The earlier content is lost. */
export function createReusingAllocator(): Allocate {
  let memory = Buffer.alloc(0);
  return (bytes) => {
    if (bytes > memory.length) memory = Buffer.allocUnsafe(bytes);
    return memory.subarray(0, bytes);
  };
}
