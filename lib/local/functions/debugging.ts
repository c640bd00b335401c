import { close, Session, url } from 'node:inspector';

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
 * and until all threads that it has paused are resumed.
 */
export function endDebugging(): void {
  resumeThreads(() => true);
  close();
}
