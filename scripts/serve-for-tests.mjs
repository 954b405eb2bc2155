// The production build for the page's tests, on a port of their own.
import { serve } from './serve.mjs';

await serve({ port: Number(process.env.STEPLANE_PORT ?? 4174) });
