import { register } from 'tsx/esm/api';

register();
await import('./trial-worker.ts');
