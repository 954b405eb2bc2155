/** Worker entry: one engine, exposed. Everything else is on the engine's side or the page's. */
import { expose } from 'comlink';
import { createEngine } from '../engine/engine.ts';

expose(createEngine());
