/** Saves a state in the background, one save at a time. */
export interface SaveGroup {
  /** Saves the current state, at once or after the save in progress. Later requests share it. */
  request(): void;
  /** Resolves when the last requested save has ended. Rejects if it failed. */
  wait(): Promise<void>;
}

/** Groups the saves of a state, so that many changes at once need one write of the disk. */
export function groupSaves(save: () => Promise<void>): SaveGroup {
  let last = Promise.resolve();
  let isNextRequested = false;

  async function saveAfter(previous: Promise<void>): Promise<void> {
    await previous.catch(() => undefined);
    isNextRequested = false;
    await save();
  }

  return {
    request: () => {
      if (isNextRequested) return;
      isNextRequested = true;
      last = saveAfter(last);
      // The error is for the callers of `wait`. Without one, it would end the process.
      last.catch(() => undefined);
    },
    wait: () => last,
  };
}
