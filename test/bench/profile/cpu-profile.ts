import type { Profiler, Runtime } from 'node:inspector';

export type CpuProfile = Profiler.Profile;
export type CallFrame = Runtime.CallFrame;

/** How much of a profile's CPU time one function took itself, without the functions it called. */
export interface SelfTime {
  frame: CallFrame;
  /** The share of all samples in which the thread was busy. */
  share: number;
}

/**
 * Returns the share of each function. Counts samples and not their durations, which a busy machine
 * makes longer. A built-in function such as `JSON.parse` counts for its caller.
 */
export function listSelfTimes({ nodes, samples = [] }: CpuProfile): SelfTime[] {
  const frames = mapToFrames(nodes);
  const counts = new Map<CallFrame, number>();
  let total = 0;
  for (const id of samples) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') continue;
    counts.set(frame, (counts.get(frame) ?? 0) + 1);
    total += 1;
  }
  return [...counts].map(([frame, count]) => ({ frame, share: count / total }));
}

/** Maps each node's id to its frame, and that of a built-in function to its caller's frame. */
function mapToFrames(nodes: CpuProfile['nodes']): Map<number, CallFrame> {
  const frames = new Map<number, CallFrame>();
  // V8 lists callers before the functions that they call.
  for (const { id, callFrame, children = [] } of nodes) {
    // Built-in functions have no file. Names in parentheses, e.g. `(program)`, are no functions.
    const isBuiltIn = callFrame.url === '' && !callFrame.functionName.startsWith('(');
    const frame = (isBuiltIn && frames.get(id)) || callFrame;
    frames.set(id, frame);
    // A child keeps this frame if it is built in.
    for (const child of children) frames.set(child, frame);
  }
  return frames;
}
