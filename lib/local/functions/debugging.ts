import { close, Session, url } from 'node:inspector';
import type { Worker } from 'node:worker_threads';

/** The threads of this process that have not ended. */
const threads = new Set<Worker>();

/** Lets `endDebugging` end a thread. */
export function trackThread(thread: Worker): void {
  threads.add(thread);
  thread.once('exit', () => threads.delete(thread));
}

/** Returns whether a debugger can attach to this process (`--inspect`). */
export const isInspected = () => url() !== undefined;

/**
 * Resumes threads that a debugger has paused. A thread that is paused cannot be terminated, so this
 * follows the call that terminates it. Does nothing if no debugger can attach.
 */
export function resumeThreads(isSelected: (threadId: number) => boolean): void {
  if (!isInspected()) return;
  const session = new Session();
  session.connect();
  session.on('NodeWorker.attachedToWorker', ({ params: { sessionId, workerInfo } }) => {
    if (!isSelected(Number(workerInfo.workerId))) return;
    for (const [id, method] of ['Debugger.enable', 'Debugger.resume'].entries()) {
      const message = JSON.stringify({ id, method });
      session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
    }
  });
  session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });
  session.disconnect();
}

/**
 * Lets this process exit while a debugger is attached. Otherwise the exit waits until it detaches,
 * and until all threads that it has paused are resumed. They are terminated first: one that goes on
 * could pause again before the exit terminates it.
 */
export function endDebugging(): void {
  for (const thread of threads) void thread.terminate();
  resumeThreads(() => true);
  close();
}
