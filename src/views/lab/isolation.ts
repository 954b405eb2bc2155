/**
 * Cross-origin isolation where the host sends no headers: a service worker adds them, and the page is loaded once more. Only
 * where the person asks for it; where it did not help it is said, and not tried again by itself.
 */

/** Kept for the tab: what came of it shows after the page was loaded anew. */
const TRIED = 'steplane.isolation';

export type Isolation = 'isolated' | 'can-ask' | 'tried' | 'framed' | 'no-worker';

export function isolation(): Isolation {
  if (crossOriginIsolated) return 'isolated';
  if (window.top !== window) return 'framed';
  if (!('serviceWorker' in navigator)) return 'no-worker';
  return wasTried() ? 'tried' : 'can-ask';
}

function wasTried(): boolean {
  try {
    return sessionStorage.getItem(TRIED) !== null;
  } catch {
    return false;
  }
}

/** Loads the page anew. Rejects where the browser refuses the worker, or does not start it in time. */
export async function isolate(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(new URL('isolation.js', document.baseURI), { updateViaCache: 'none' });
  await Promise.race([serviceWorker.ready, late()]);
  // Without a place to note it the page could load itself for ever.
  sessionStorage.setItem(TRIED, '1');
  location.reload();
}

const WAIT_MILLIS = 10_000;

const late = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => {
      reject(new Error('the service worker did not start'));
    }, WAIT_MILLIS);
  });
