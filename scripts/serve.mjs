// The built page on 127.0.0.1, with the headers that make it cross-origin isolated. Node's built-ins only.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const DIST = fileURLToPath(new URL('../dist', import.meta.url));
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.yaml': 'text/yaml; charset=utf-8',
};
const HEADERS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

/** A name with a digest in it never holds anything else: the browser need not ask again, and has it without the network. */
const lasting = (file) =>
  file.startsWith(join(DIST, 'assets') + sep) ? { 'Cache-Control': 'public, max-age=31536000, immutable' } : {};

/** @returns {string | undefined} the file of an address, undefined where the address is none or leads out of the folder */
function fileOf(address) {
  try {
    const path = decodeURIComponent(new URL(address, 'http://localhost').pathname);
    const file = normalize(join(DIST, path === '/' ? 'index.html' : path));
    return file.startsWith(DIST + sep) && !file.includes('\0') ? file : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param {{port: number, isolated?: boolean}} options port 0 takes a free one; `isolated: false` leaves the headers out
 * @returns {Promise<string>} the address
 */
export function serve({ port, isolated = true }) {
  const server = createServer((request, response) => {
    const headers = isolated ? HEADERS : {};
    const file = fileOf(request.url ?? '/');
    if (file === undefined) {
      response.writeHead(400, headers).end('bad address');
      return;
    }
    readFile(file).then(
      (body) =>
        response
          .writeHead(200, {
            ...headers,
            ...lasting(file),
            'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
          })
          .end(body),
      () => response.writeHead(404, headers).end('not found'),
    );
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : port}/`);
    });
  });
}
