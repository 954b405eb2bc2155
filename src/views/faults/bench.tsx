/** What to break, how, and for how long; it happens in a branch right after the step shown. */
import { useId, useState, type ReactElement } from 'react';
import type { TraceBuffer } from '../../derive/trace-buffer.ts';
import { count } from '../../derive/words/numbers.ts';
import { AnswerPage } from '../answers/answer-page.tsx';
import { SelectField } from '../answers/what-if-fields.tsx';
import { Icon } from '../kit/icons.tsx';
import { usePlayback, useSelection, useSession, useShell } from '../kit/shell.ts';
import { chooseFault, editFault, keepBranch, useFaultDraft } from './fault-draft.ts';
import {
  entryOf,
  faultsOf,
  presetsOf,
  wrongFields,
  type Fault,
  type FaultField,
  type FaultTarget,
  type FaultValues,
  type TargetKind,
} from './fault-table.ts';
import { BESIDE } from './use-beside.ts';
import { useFaultWords, useTargets } from './use-targets.ts';

export function Bench({ onClose }: { readonly onClose: (() => void) | undefined }): ReactElement {
  const words = useFaultWords();
  const step = usePlayback((s) => s.step);
  const targets = useTargets();
  const { target, wanted } = useTarget(targets);
  return (
    <AnswerPage
      testId="faults"
      label={words.title}
      phase={undefined}
      title={words.title}
      lead={<span className="num">{words.lead(count(step))}</span>}
      onClose={onClose}
      action={
        <section>
          <h2>{words.after}</h2>
          <p className="i2">{words.afterText}</p>
        </section>
      }
    >
      {targets !== undefined && (
        <section className="plain fb" data-target={target?.id ?? ''}>
          <TargetField targets={targets} target={target} />
          {target === undefined ? (
            <p className="wi-wrong">
              <span className="bad">{words.notHere(wanted)}</span>
            </p>
          ) : (
            <Faulty key={target.id} target={target} />
          )}
        </section>
      )}
    </AnswerPage>
  );
}

/** What the address or a press names; else the node that is selected; else the scheduler. */
function useTarget(targets: readonly FaultTarget[] | undefined): {
  readonly target: FaultTarget | undefined;
  readonly wanted: string;
} {
  const focus = useSession((s) => s.focus);
  const selected = useSelection((s) => (s.pinned ? s.object : undefined));
  const ofSelection = selected?.startsWith('Node/') === true ? `node ${selected.slice('Node/'.length)}` : undefined;
  const wanted = focus === '' ? (ofSelection ?? 'kube-scheduler') : focus;
  const found = targets?.find(({ id }) => id === wanted);
  return { target: found ?? (focus === '' ? targets?.[0] : undefined), wanted };
}

const KINDS: readonly TargetKind[] = ['api-server', 'process', 'node', 'line'];

function TargetField({
  targets,
  target,
}: {
  readonly targets: readonly FaultTarget[];
  readonly target: FaultTarget | undefined;
}): ReactElement {
  const words = useFaultWords();
  const { session } = useShell();
  const nameOf = ({ kind, name }: FaultTarget): string =>
    kind === 'line' ? words.line(name) : kind === 'api-server' ? words.apiServer : name;
  return (
    <SelectField
      label={words.what}
      value={target?.id ?? ''}
      onChange={(id) => {
        session.setView('faults', id);
      }}
    >
      {target === undefined && <option value="" />}
      {KINDS.map((kind) => (
        <optgroup key={kind} label={words.groups[kind]}>
          {targets
            .filter((one) => one.kind === kind)
            .map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

function Faulty({ target }: { readonly target: FaultTarget }): ReactElement {
  const words = useFaultWords();
  const draft = useFaultDraft();
  const faults = faultsOf(target);
  const fault = faults.find(({ verb }) => verb === draft.verb) ?? faults[0];
  if (fault === undefined) return <p className="i2">{words.noFaults}</p>;
  const values = { ...presetsOf(fault), ...draft.values[fault.verb] };
  // A watch of another client is none of this one's.
  const watch = target.watches.includes(values.watch ?? '') ? values.watch : '';
  return (
    <FaultForm
      target={target}
      faults={faults}
      fault={fault}
      values={{ ...values, ...(values.watch === undefined ? {} : { watch }) }}
    />
  );
}

interface FormProps {
  readonly target: FaultTarget;
  readonly faults: readonly Fault[];
  readonly fault: Fault;
  readonly values: FaultValues;
}

function FaultForm({ target, faults, fault, values }: FormProps): ReactElement {
  const words = useFaultWords();
  const { breakIt, busy } = useBreaking();
  const wrong = wrongFields(fault, values);
  return (
    <form
      className="fb-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.length === 0 && !busy) void breakIt(fault, target, values);
      }}
    >
      <fieldset className="fb-faults">
        <legend>{words.how}</legend>
        {faults.map(({ verb }) => (
          <label key={verb} className={verb === fault.verb ? 'fb-fault on' : 'fb-fault'}>
            <input
              type="radio"
              name="fault"
              value={verb}
              checked={verb === fault.verb}
              onChange={() => {
                chooseFault(verb);
              }}
            />
            <b>{words.faults[verb]?.name ?? verb}</b>
            <span className="i2">{words.faults[verb]?.what}</span>
          </label>
        ))}
      </fieldset>
      {fault.fields.length > 0 && (
        <div className="fb-fields">
          {fault.fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              verb={fault.verb}
              watches={target.watches}
              value={values[field.name] ?? ''}
              wrong={wrong.includes(field.name)}
            />
          ))}
        </div>
      )}
      <button
        type="submit"
        className="btn pri"
        data-testid="break-it"
        aria-disabled={wrong.length > 0 || busy}
        aria-busy={busy}
      >
        <Icon name="fork" />
        {words.doIt}
      </button>
    </form>
  );
}

/** The branch takes the stage; this page shows it beside the original. */
function useBreaking(): {
  readonly busy: boolean;
  readonly breakIt: (fault: Fault, target: FaultTarget, values: FaultValues) => Promise<void>;
} {
  const { run, commands } = useShell();
  const step = usePlayback((s) => s.step);
  const [busy, setBusy] = useState(false);
  const breakIt = async (fault: Fault, target: FaultTarget, values: FaultValues): Promise<void> => {
    if (run === undefined) return;
    setBusy(true);
    const entries = [entryOf(fault, target, values)];
    const goal = (trace: TraceBuffer, from: number): number | undefined => (trace.length > from ? from + 1 : undefined);
    const taken = await commands.fork({ entries, goal, place: BESIDE });
    setBusy(false);
    if (taken) keepBranch({ original: run.id, step, entries });
  };
  return { busy, breakIt };
}

interface FieldProps {
  readonly field: FaultField;
  readonly verb: string;
  readonly watches: readonly string[];
  readonly value: string;
  readonly wrong: boolean;
}

function Field({ field, verb, watches, value, wrong }: FieldProps): ReactElement {
  const words = useFaultWords();
  const id = useId();
  const edit = (text: string): void => {
    editFault(verb, { [field.name]: text });
  };
  if (field.kind === 'watch') {
    return (
      <SelectField label={words.fields.watch} value={value} onChange={edit}>
        <option value="">{words.allWatches}</option>
        {watches.map((watch) => (
          <option key={watch}>{watch}</option>
        ))}
      </SelectField>
    );
  }
  const hint = { count: '', signed: words.signedHint, duration: words.durationHint }[field.kind];
  const said = field.kind === 'count' ? words.wrongCount : words.wrongDuration;
  return (
    <div className="wi-field">
      <label htmlFor={id}>{words.fields[field.name]}</label>
      <input
        id={id}
        className="field num"
        data-field={field.name}
        autoComplete="off"
        value={value}
        aria-invalid={wrong}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          edit(event.target.value);
        }}
      />
      <p id={`${id}-hint`} className={`t1 num ${wrong ? 'bad' : 'i3'}`}>
        {wrong ? said : field.optional === true ? words.forHint : hint}
      </p>
    </div>
  );
}
