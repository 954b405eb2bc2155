import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Cross-origin isolation, where the server is ours. */
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

/** Nothing is ever asked of another origin. Styles are files; React sets single properties, which the policy allows. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Only the built page: the development server injects styles and a socket. */
const contentPolicy: Plugin = {
  name: 'content-security-policy',
  apply: 'build',
  transformIndexHtml: () => [
    {
      tag: 'meta',
      attrs: { 'http-equiv': 'Content-Security-Policy', content: POLICY },
      injectTo: 'head-prepend',
    },
  ],
};

export default defineConfig({
  base: './',
  plugins: [react(), contentPolicy],
  server: { headers },
  preview: { headers },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Small files stay files: the policy allows no data: scripts, and a picture inlined is one more rule.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
