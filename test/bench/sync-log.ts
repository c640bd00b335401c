/** The log of the syncs of a service. */
export interface SyncLog {
  add: (line: string) => void;
  /** Returns how many connections were synchronized at least once. */
  countSynchronized(): number;
  /** Returns how many syncs have succeeded. */
  countSyncs(): number;
  /** Returns the workouts that were created, and the store calls of all syncs. */
  getTotals(): { created: number; store_calls: number };
}

/** Creates the log of the syncs, from the lines that a service prints. */
export function createSyncLog(): SyncLog {
  const synchronized = new Set<string>();
  const totals = { created: 0, store_calls: 0 };
  let syncs = 0;
  return {
    add: (line) => {
      if (!/"event":"sync(_failed)?"/.test(line)) return;
      const {
        remote_connection_hash,
        code,
        created = 0,
        store_calls,
      } = JSON.parse(line.slice(line.indexOf('{')));
      totals.created += created;
      totals.store_calls += store_calls;
      if (code !== 'synchronized') return;
      syncs += 1;
      synchronized.add(remote_connection_hash);
    },
    countSynchronized: () => synchronized.size,
    countSyncs: () => syncs,
    getTotals: () => ({ ...totals }),
  };
}
