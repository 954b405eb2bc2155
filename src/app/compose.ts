/** Everything that outlives a view, made once and wired by hand. */
import { Opener } from '../client/opener.ts';
import { Pool } from '../client/pool.ts';
import { spawnWorker } from '../client/port.ts';
import { forkIn } from '../scenario/link-fork.ts';
import { readAddress, START } from '../store/address.ts';
import { preloadGallery } from '../store/gallery.ts';
import { Layout, type Language, type Memory, type Theme } from '../store/layout.ts';
import { Marks } from '../store/marks.ts';
import { Playback } from '../store/playback.ts';
import { Selection } from '../store/selection.ts';
import { Session } from '../store/session.ts';
import { TimelineLook } from '../store/timeline.ts';
import type { Commands, Shell } from '../views/kit/shell.ts';
import { watchBreakpoints } from './breakpoints.ts';
import { Controller, type Stores } from './controller.ts';
import { takeFiles } from './drops.ts';
import { AddressBar } from './history.ts';
import { watchInvariants } from './invariants.ts';
import { bindKeys } from './keys.ts';
import { PlaybackLoop } from './playback-loop.ts';
import { preloadViews } from './late-views.ts';
import { watchReadiness } from './readiness.ts';

export interface Page {
  readonly stores: Stores;
  readonly controller: Controller;
  readonly commands: Commands;
  readonly playhead: Shell['playhead'];
}

function storage(): Memory | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** public/boot.js has put theme and language on <html> before the first paint. */
function startingLayout(): Layout {
  const { dataset, lang } = document.documentElement;
  const theme: Theme = dataset['theme'] === 'dark' ? 'dark' : 'light';
  const language: Language = lang === 'ja' ? 'ja' : 'en';
  const motion = matchMedia('(prefers-reduced-motion: reduce)');
  const layout = new Layout({ theme, language, reducedMotion: motion.matches }, storage());
  motion.addEventListener('change', () => {
    layout.setReducedMotion(motion.matches);
  });
  layout.store.subscribe(({ theme: newTheme, language: newLanguage }) => {
    document.documentElement.dataset['theme'] = newTheme;
    document.documentElement.lang = newLanguage;
  });
  return layout;
}

/** After the first picture, and well after: the first seconds belong to the person. */
function whenIdle(act: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: 5000 });
    else act();
  }, 1500);
}

export function compose(): Page {
  const stores: Stores = {
    session: new Session(),
    playback: new Playback(),
    selection: new Selection(),
    layout: startingLayout(),
    marks: new Marks(),
    timeline: new TimelineLook(),
  };
  const pool = new Pool(spawnWorker, () => navigator.onLine);
  const controller = new Controller(stores, new Opener(pool.take));
  const loop = new PlaybackLoop(stores.playback, stores.layout, () => controller.live);
  watchReadiness(stores.playback, stores.session, () => controller.live);
  const address = new AddressBar(stores, controller);
  const settled = watchBreakpoints(stores, controller);
  const invariants = watchInvariants(stores, controller);
  const home = (): void => {
    // What comes in while the laboratory is shown does not take its place; a wish to leave it does.
    if (stores.session.state.view === 'lab') stores.session.setView('landing');
    void controller.home();
  };
  const commands: Commands = {
    openGallery: (name, at = '') => void controller.openGallery(name, { ...START, at }),
    openFiles: (files) => void controller.openFiles(files),
    openText: (name, text) => void controller.openSources([{ name, data: text }], name),
    reopen: (version) => void controller.reopen(version),
    regenerate: (generation) => void controller.regenerate(generation),
    cancelOpening: () => {
      controller.cancelOpening();
    },
    fork: (wish) => address.fork(wish),
    undoFork: (at) => address.undoFork(at),
    openAt: (scenario, ticks) => controller.openAt(scenario, ticks),
    jump: (step) => {
      address.jump(step);
    },
    runOn: async (tick) => {
      const step = await controller.runOn(tick);
      if (step !== undefined) address.jump(step);
    },
    runToStop: (by) => {
      void Promise.all([settled(), invariants.settled()]).then(() => {
        const step = stores.playback.findStop(by);
        if (step !== undefined) address.jump(step);
      });
    },
    share: () => Promise.resolve(address.share()),
    showHelp: () => {
      stores.layout.setHelp(true);
    },
    home,
    lab: () => {
      stores.playback.pause();
      stores.session.setView('lab');
    },
    cluster: () => {
      if (controller.live === undefined) home();
      else stores.session.setView('stage');
    },
  };
  bindKeys(() => ({ ...stores, commands, run: controller.live, playhead: loop.playhead }));
  takeFiles(commands, stores, (hash) => void controller.go(readAddress(hash)));
  const destination = readAddress(location.hash);
  if (destination.kind === 'lab') stores.session.openLab(destination.moment);
  if (destination.kind === 'gallery' || destination.kind === 'scenario') stores.session.setView('stage');
  void address.go(destination, forkIn(history.state)).then(() => {
    whenIdle(() => {
      pool.start();
      invariants.begin();
      void preloadViews().then(preloadGallery);
    });
  });
  return { stores, controller, commands, playhead: loop.playhead };
}
