import { syncBacklog } from './sync-backlog.ts';
const t = process.cpuUsage();
console.log(await syncBacklog({} as never));
console.log(process.cpuUsage(t));
