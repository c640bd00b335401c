import { Session } from 'node:inspector/promises';
import type { CpuProfile } from './cpu-profile.ts';

/** A running profile of this thread and of the worker threads. */
export interface ThreadProfiles {
  /** Ends profiling. Returns the profile of this thread and those of the workers. */
  stop(): Promise<{ main: CpuProfile; workers: CpuProfile[] }>;
}

interface WorkerReply {
  id: number;
  result: { profile?: CpuProfile };
}

/** A command to a worker that has not replied yet. */
interface PendingCommand {
  sessionId: string;
  resolve: (result: WorkerReply['result']) => void;
}

/** Sends a command of the inspector to a worker and returns its result. */
type PostToWorker = (
  sessionId: string,
  method: string,
  params?: object,
) => Promise<WorkerReply['result']>;

/** Attaches to the worker threads. Returns their sessions, and the function that commands them. */
async function attachToWorkers(
  session: Session,
): Promise<{ sessionIds: string[]; post: PostToWorker }> {
  const sessionIds: string[] = [];
  const waiting = new Map<number, PendingCommand>();
  const ended = new Set<string>();
  let lastId = 0;

  session.on('NodeWorker.attachedToWorker', ({ params }) => {
    sessionIds.push(params.sessionId);
  });
  session.on('NodeWorker.receivedMessageFromWorker', ({ params }) => {
    const { id, result = {} }: Partial<WorkerReply> = JSON.parse(params.message);
    if (id !== undefined) waiting.get(id)?.resolve(result);
  });
  // The runner ends idle threads. These never reply, so nothing must wait for them.
  session.on('NodeWorker.detachedFromWorker', ({ params }) => {
    ended.add(params.sessionId);
    for (const command of waiting.values()) {
      if (command.sessionId === params.sessionId) command.resolve({});
    }
  });
  await session.post('NodeWorker.enable', { waitForDebuggerOnStart: false });

  const post: PostToWorker = (sessionId, method, params = {}) => {
    if (ended.has(sessionId)) return Promise.resolve({});
    lastId += 1;
    const { promise, resolve } = Promise.withResolvers<WorkerReply['result']>();
    waiting.set(lastId, { sessionId, resolve });
    const message = JSON.stringify({ id: lastId, method, params });
    void session.post('NodeWorker.sendMessageToWorker', { sessionId, message });
    return promise;
  };
  return { sessionIds, post };
}

/** Starts to profile this thread and the workers that it has now. */
export async function profileThreads(): Promise<ThreadProfiles> {
  const session = new Session();
  session.connect();
  const { sessionIds, post } = await attachToWorkers(session);
  for (const sessionId of sessionIds) {
    await post(sessionId, 'Profiler.enable');
    await post(sessionId, 'Profiler.start');
  }
  await session.post('Profiler.enable');
  await session.post('Profiler.start');

  return {
    stop: async () => {
      const { profile: main } = await session.post('Profiler.stop');
      const workers: CpuProfile[] = [];
      for (const sessionId of sessionIds) {
        const { profile } = await post(sessionId, 'Profiler.stop');
        if (profile) workers.push(profile);
      }
      session.disconnect();
      return { main, workers };
    },
  };
}
