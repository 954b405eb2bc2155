// `npm start`: installs, builds, serves and opens the page. PORT and BROWSER=none are honoured.
import { spawn } from 'node:child_process';
import { build, installDependencies } from './install.mjs';
import { serve } from './serve.mjs';

installDependencies();
build();

const port = Number(process.env.PORT ?? 4173);
if (!Number.isInteger(port) || port < 0 || port > 65535) {
  console.error(`PORT is ${process.env.PORT}: it must be a number from 0 to 65535.`);
  process.exit(1);
}
let address;
try {
  address = await serve({ port });
} catch (error) {
  if (error.code !== 'EADDRINUSE' || process.env.PORT !== undefined) {
    console.error(`Cannot serve on port ${port}: ${error.message}. Set PORT to another one.`);
    process.exit(1);
  }
  address = await serve({ port: 0 });
}
console.log(`\n  Steplane is at ${address}\n  Ctrl+C stops it.\n`);
openBrowser(address);

function openBrowser(url) {
  if (process.env.BROWSER === 'none' || process.env.CI) return;
  const noScreen = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
  if (noScreen) return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  const child = spawn(process.env.BROWSER ?? command, process.env.BROWSER ? [url] : args, {
    stdio: 'ignore',
    detached: true,
  });
  // The address is printed already: a machine without a browser is no error.
  child.on('error', () => undefined);
  child.unref();
}
