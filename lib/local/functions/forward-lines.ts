type WritableText = Pick<NodeJS.WriteStream, 'write'>;

/** Collects text into lines. */
interface LineBuffer {
  add(text: string): void;
  /** Forwards a last line that has no line break. */
  flush(): void;
}

function createLineBuffer(forward: (line: string) => void): LineBuffer {
  let unfinished = '';

  return {
    add: (text) => {
      const lines = (unfinished + text).split('\n');
      unfinished = lines.pop() ?? '';
      for (const line of lines) forward(line);
    },
    flush: () => {
      if (unfinished !== '') forward(unfinished);
      unfinished = '';
    },
  };
}

/**
 * Sends every line that is written to these streams to `forward` instead. Through the streams of a
 * worker, lines would arrive later than messages of the worker. Returns a function that forwards an
 * unfinished line.
 */
export function forwardLines(
  streams: readonly WritableText[],
  forward: (line: string) => void,
): () => void {
  const buffer = createLineBuffer(forward);

  for (const stream of streams)
    stream.write = (chunk: Uint8Array | string, ...others: unknown[]): boolean => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      buffer.add(text);

      // The last argument can be a callback.
      const onWritten = others.at(-1);
      if (typeof onWritten === 'function') queueMicrotask(() => onWritten());
      return true;
    };

  return buffer.flush;
}
