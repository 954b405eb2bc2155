import { serve as startServer } from '../../scripts/serve.mjs';

/** `steplane serve`: the built page on 127.0.0.1 until it is stopped. */
export async function serve(options: { readonly port?: number }): Promise<void> {
  const given = process.env['PORT'];
  const port = options.port ?? (given !== undefined && /^\d+$/.test(given) ? Number(given) : 4173);
  const address = await startServer({ port });
  console.log(address);
}
