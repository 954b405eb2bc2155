import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { count } from '../../derive/words/numbers.ts';
import { GALLERY_GROUPS, type GalleryItem } from '../../store/gallery.ts';
import { Icon } from '../kit/icons.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { useLayout, usePlayback, useSession, useShell, useWords } from '../kit/shell.ts';
import { useChapters } from './chapters.ts';
import { DropZone } from './drop-zone.tsx';

/** The first screen: the stage at step 0, one big Step, and what else can be opened. */
export function Landing({ picture }: { readonly picture: ReactNode }): ReactElement {
  return (
    <main className="landing" id="main">
      <section className="hero">
        <div className="hero-stage">{picture}</div>
        <Say />
      </section>
      <Gallery />
    </main>
  );
}

function Say(): ReactElement {
  const { playback, session } = useShell();
  const words = useWords();
  const language = useLayout((s) => s.language);
  const answer = useSession((s) => s.answer);
  const steps = usePlayback((s) => s.steps);
  const begin = (act: () => void) => (): void => {
    session.setView('stage');
    act();
  };
  return (
    <div className="say">
      <p className="t1 i3 num">
        {answer === undefined
          ? words.loading
          : words.heroLine(answer.title[language], count(answer.summary.nodes), count(steps))}
      </p>
      <h1>{words.heroTitle}</h1>
      <p className="i2">{words.heroHint}</p>
      <button
        type="button"
        className="btn pri step-big"
        aria-label={words.walk.step}
        disabled={steps === 0}
        onClick={begin(() => {
          playback.stepForward();
        })}
      >
        <Icon name="step" size={20} />
        {words.walk.step}
        <kbd aria-hidden="true">→</kbd>
      </button>
      <div className="row say-more">
        <button
          type="button"
          className="btn"
          aria-label={words.play}
          aria-describedby="play-slowly"
          disabled={steps === 0}
          onClick={begin(() => {
            playback.setSpeed(0.5);
            playback.play();
          })}
        >
          <Icon name="play" />
          {words.play}
          <kbd aria-hidden="true">{words.space}</kbd>
        </button>
        <span id="play-slowly" className="t1 i3">
          {words.slowly}
        </span>
        <button type="button" className="btn" aria-label={words.walk.back} disabled>
          <Icon name="back" />
          <span aria-hidden="true">{words.back}</span>
          <kbd aria-hidden="true">←</kbd>
        </button>
      </div>
      <StoryRows />
    </div>
  );
}

/** What the first minutes will show. */
function StoryRows(): ReactElement {
  const { commands, session } = useShell();
  const language = useLayout((s) => s.language);
  const chapters = useChapters();
  return (
    <ol className="next num">
      {chapters.slice(0, 6).map(({ note, step }) => (
        <li key={note.id}>
          <button
            type="button"
            disabled={step === undefined}
            onClick={() => {
              if (step === undefined) return;
              session.setView('stage');
              commands.jump(step);
            }}
          >
            <i>{step === undefined ? '' : count(step)}</i>
            <span>{note.text[language]}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Below all else, and with the texts of all lessons: it comes after the first screen, or not at all. */
const LabGallery = lazy(() => import('../lab/lab-gallery.tsx').catch(() => ({ default: (): ReactElement => <></> })));

function Gallery(): ReactElement {
  const words = useWords();
  const language = useLayout((s) => s.language);
  return (
    <section className="gal" aria-labelledby="gallery-title">
      <div className="row gal-head">
        <h2 id="gallery-title">{words.scenarios}</h2>
        <span className="i3">{words.scenariosHint}</span>
      </div>
      {GALLERY_GROUPS.map(({ id, title, line, items }, index) => (
        <section key={id} className="gal-group" aria-labelledby={`gallery-${id}`} data-testid={`gallery-${id}`}>
          <div className="row gal-head">
            <h3 id={`gallery-${id}`}>{title[language]}</h3>
            <span className="i3">{line[language]}</span>
          </div>
          <div className={`gal-grid ${items[0]?.cluster === undefined ? '' : 'pictures'}`}>
            {items.map((item) => (
              <Item key={item.name} item={item} />
            ))}
            {index === 0 && <DropZone />}
          </div>
        </section>
      ))}
      <Suspense fallback={null}>
        <LabGallery />
      </Suspense>
    </section>
  );
}

function Item({ item }: { readonly item: GalleryItem }): ReactElement {
  const { commands } = useShell();
  const words = useWords();
  const language = useLayout((s) => s.language);
  const { cluster, line } = item;
  return (
    <button
      type="button"
      className="it"
      data-scenario={item.name}
      onClick={() => {
        commands.openGallery(item.name);
      }}
    >
      {cluster !== undefined && <Thumb {...cluster} />}
      <b>{item.title[language]}</b>
      <span>
        {line?.[language] ?? (cluster === undefined ? '' : words.itemLine(count(cluster.nodes), count(cluster.pods)))}
      </span>
    </button>
  );
}

const NODES_MAX = 5;
const PODS_MAX = 6;
const RUNNING_MAX = 3;

/** The scenario's own first frame, reduced to its counts: nodes with what runs on them below, Pods that come above. */
function Thumb(cluster: NonNullable<GalleryItem['cluster']>): ReactElement {
  const nodes = Math.min(cluster.nodes, NODES_MAX);
  const pods = Math.min(cluster.pods, PODS_MAX);
  return (
    <span className="picto" aria-hidden="true">
      <span className="picto-row">
        {Array.from({ length: pods }, (_, i) => (
          <PodGlyph key={i} phase="pending" size={22} />
        ))}
      </span>
      <span className="picto-row">
        {Array.from({ length: nodes }, (_, i) => (
          <span key={i} className="picto-node">
            {Array.from({ length: Math.min(RUNNING_MAX, cluster.running[i] ?? 0) }, (__, k) => (
              <PodGlyph key={k} phase="run" size={13} />
            ))}
          </span>
        ))}
        {cluster.nodes > nodes && <span className="t1 num">+{count(cluster.nodes - nodes)}</span>}
      </span>
    </span>
  );
}
