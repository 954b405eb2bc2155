import react from '@vitejs/plugin-react';
import yaml from 'js-yaml';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { KUBECTL_SCHEMA } from './src/scenario/yaml-schema.ts';

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

/** `gallery/web.yaml?json`: the documents of a prepared scenario as a JSON text, read as kubectl reads YAML. */
export const galleryAsJson: Plugin = {
  name: 'gallery-as-json',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('.yaml?json')) return undefined;
    const file = id.slice(0, -'?json'.length);
    this.addWatchFile(file);
    const documents = yaml.loadAll(readFileSync(file, 'utf8'), null, { schema: KUBECTL_SCHEMA });
    return `export default ${JSON.stringify(JSON.stringify(documents))}`;
  },
};

export default defineConfig({
  base: './',
  plugins: [react(), contentPolicy, galleryAsJson],
  server: { headers },
  preview: { headers },
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    // Small files stay files: the policy allows no data: scripts, and a picture inlined is one more rule.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // .size-limit.json holds the budgets, compressed.
    chunkSizeWarningLimit: 1000,
  },
});
