// Node loads this file before a program of the tests (`--require`). No result of a test may depend
// on the speed of the machine, so it multiplies the time limits of the program and of its threads:
// `AbortSignal.timeout`, and timers of a second or more. Shorter timers are pauses, and so are
// random ones of up to two seconds, with which the SDK waits while a store throttles requests.
const { syncBuiltinESMExports } = require('node:module');
const threads = require('node:worker_threads');

const factor = 100;
const shortestLimitMs = 1000;
const longestPauseMs = 2000;

/** Returns whether a timer is a limit. Limits are round, unlike random pauses. */
function isLimit(ms) {
  return ms > longestPauseMs || (ms >= shortestLimitMs && ms % 200 === 0);
}

const setMachineTimeout = globalThis.setTimeout;
const machineSignal = AbortSignal.timeout;

globalThis.setTimeout = Object.assign(
  (callback, ms = 0, ...args) =>
    setMachineTimeout(callback, isLimit(ms) ? ms * factor : ms, ...args),
  setMachineTimeout,
);
AbortSignal.timeout = (ms) => machineSignal.call(AbortSignal, ms * factor);

/** Threads with an environment of their own are those of functions. They load this file as well. */
class Worker extends threads.Worker {
  constructor(file, options = {}) {
    const NODE_OPTIONS = `--require=${JSON.stringify(__filename)}`;
    const { env } = options;
    const hasVariables = typeof env === 'object';
    super(file, hasVariables ? { ...options, env: { ...env, NODE_OPTIONS } } : options);
  }
}
threads.Worker = Worker;
syncBuiltinESMExports();
