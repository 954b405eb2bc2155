// The first thing that a benchmark worker in Node loads: from here on it reads TypeScript.
import { register } from 'tsx/esm/api';

register();
await import('./node-worker.ts');
