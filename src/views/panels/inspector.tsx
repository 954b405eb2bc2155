import { Tabs } from 'radix-ui';
import type { ReactElement } from 'react';
import { stageWords } from '../../derive/stage-words.ts';
import { keyParts } from '../../derive/words/names.ts';
import type { InspectAnswer } from '../../protocol/protocol.ts';
import { Empty, IconButton } from '../kit/controls.tsx';
import { PodGlyph } from '../kit/pod-glyph.tsx';
import { ScrollRegion } from '../kit/scroll-region.tsx';
import { useLayout, usePlayback, useSelection, useShell, useWords } from '../kit/shell.ts';
import { useAsk } from '../kit/use-ask.ts';
import { Causes } from './causes.tsx';
import { ObjectEvents } from './object-events.tsx';
import { Now } from './inspector-now.tsx';

/** The object as of this step, and why it is so. */
export function Inspector(): ReactElement {
  const words = useWords();
  const { run } = useShell();
  const key = useSelection((s) => s.object);
  const step = usePlayback((s) => s.step);
  const question = run === undefined || key === undefined ? undefined : `${String(run.id)}:${String(step)}:${key}`;
  const answer = useAsk(question, () =>
    run === undefined || key === undefined ? Promise.resolve(undefined) : run.inspect(step, key),
  );
  return (
    <section className="insp" data-testid="inspector" data-object={key ?? ''} aria-label={words.inspector}>
      {key === undefined ? (
        <Empty title={words.nothingSelected}>{words.selectHint}</Empty>
      ) : (
        <>
          <Header objectKey={key} answer={answer?.key === key ? answer : undefined} />
          {answer?.key === key && <Body answer={answer} step={step} />}
        </>
      )}
    </section>
  );
}

function Header({
  objectKey,
  answer,
}: {
  readonly objectKey: string;
  readonly answer: InspectAnswer | undefined;
}): ReactElement {
  const words = useWords();
  const { selection } = useShell();
  const pinned = useSelection((s) => s.pinned);
  const { phases } = stageWords(useLayout((s) => s.language));
  const { kind, namespace, name } = keyParts(objectKey);
  const phase = answer?.phase ?? '';
  return (
    <div className="insp-head">
      {phase !== '' && <PodGlyph phase={phase} size={20} name={phases[phase]} />}
      <div className="insp-name">
        <div className="t1 i3">
          {kind}
          {namespace === '' ? '' : ` · ${namespace}`}
          {phase === '' ? '' : ` · ${phases[phase]}`}
        </div>
        <h2 className="mono" title={objectKey}>
          {name}
        </h2>
      </div>
      {pinned && (
        <IconButton
          icon="close"
          label={words.unselect}
          onClick={() => {
            selection.select(undefined);
          }}
        />
      )}
    </div>
  );
}

function Body({ answer, step }: { readonly answer: InspectAnswer; readonly step: number }): ReactElement {
  const words = useWords();
  return (
    <Tabs.Root defaultValue="now" className="insp-tabs">
      <Tabs.List className="tabs" aria-label={words.inspector}>
        <Tabs.Trigger value="now">{words.now}</Tabs.Trigger>
        <Tabs.Trigger value="yaml">YAML</Tabs.Trigger>
        <Tabs.Trigger value="events">{words.events}</Tabs.Trigger>
        <Tabs.Trigger value="causes">{words.causes}</Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="now" className="insp-body">
        <Now answer={answer} step={step} />
      </Tabs.Content>
      <Tabs.Content value="yaml" className="insp-body">
        <ScrollRegion className="yaml-scroll" label={words.yamlOf(answer.key)}>
          <pre className="yaml mono">{answer.yaml}</pre>
        </ScrollRegion>
      </Tabs.Content>
      <Tabs.Content value="events" className="insp-body">
        <ObjectEvents answer={answer} />
      </Tabs.Content>
      <Tabs.Content value="causes" className="insp-body">
        <div className="sec">
          <Causes answer={answer} whole />
        </div>
      </Tabs.Content>
    </Tabs.Root>
  );
}
