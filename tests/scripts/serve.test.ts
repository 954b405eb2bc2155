import { expect, it } from 'vitest';
import { request } from 'node:http';
import { serve } from '../../scripts/serve.mjs';

/** Status of a request whose path is sent as it is. */
const statusOf = (address: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address);
    request({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });

it('the server answers odd addresses and goes on', async () => {
  const address = await serve({ port: 0 });
  for (const path of ['/%zz', '/%00', '/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/package.json']) {
    expect([path, (await statusOf(address, path)) >= 400]).toEqual([path, true]);
  }
  expect(await statusOf(address, '/no-such-file')).toBe(404);
});
