/** A stream as far as its text can be taken over. */
type TextStream = Pick<NodeJS.WriteStream, 'write'>;

/**
 * Sends every line that is written to these streams to `forward` instead, in order with whatever else the thread says;
 * through a worker's own streams it would arrive some time later. Returns what sends a last line without its end.
 */
export function forwardLines(
  streams: readonly TextStream[],
  forward: (line: string) => void,
): () => void {
  let unfinished = '';
  for (const stream of streams)
    stream.write = (chunk: Uint8Array | string, ...others: unknown[]): boolean => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      const lines = (unfinished + text).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) forward(line);
      const written = others.at(-1);
      if (typeof written === 'function') queueMicrotask(() => written());
      return true;
    };
  return () => {
    if (unfinished !== '') forward(unfinished);
    unfinished = '';
  };
}
