/** Saves a state in the background, one save at a time. */
export interface SaveGroup {
  /** Saves the state after the save in progress, if any. Requests until then share the new save. */
  request(): void;
  /** Resolves when the last requested save has ended. Rejects if it failed. */
  wait(): Promise<void>;
}

/** Groups the saves of a state, so many simultaneous changes need only one write to the disk. */
export function groupSaves(save: () => Promise<void>): SaveGroup {
  let last = Promise.resolve();
  /** Whether a save is requested that has not started yet. */
  let isRequested = false;

  async function saveAfter(previous: Promise<void>): Promise<void> {
    await previous.catch(() => undefined);
    isRequested = false;
    await save();
  }

  return {
    request: () => {
      if (isRequested) return;
      isRequested = true;
      last = saveAfter(last);
      // An error is for the callers of `wait`. If nobody waits, it must not end the process.
      last.catch(() => undefined);
    },
    wait: () => last,
  };
}
