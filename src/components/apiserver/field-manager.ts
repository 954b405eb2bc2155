/**
 * One object and who owns its fields, without a server around it: the part of k8s.io/apimachinery pkg/util/managedfields
 * that client-go's object tracker has too (v0.37). Objects are raw: no defaults, no zero values, no times.
 */
import type { KubeObject } from '../../model/objects.ts';
import { conflictRefusal } from './apply.ts';
import { applyFields } from './field-apply.ts';
import { compareObjects } from './field-compare.ts';
import { capUpdates } from './field-cap.ts';
import { afterUpdate, stripped, withOwned, type Owned, type Writer } from './managed-fields.ts';
import type { Refusal } from './refusal.ts';

export interface FieldManagerAnswer {
  /** What it holds now, without managedFields; undefined before the first write. */
  readonly object: KubeObject | undefined;
  readonly managedFields: readonly unknown[];
  readonly refusal?: Refusal;
}

export class FieldManager {
  private object: KubeObject | undefined;
  private entries: readonly Owned[] = [];

  constructor(private readonly kind: string) {}

  private writer(manager: string, operation: Writer['operation'], object: KubeObject): Writer {
    return { manager, operation, apiVersion: object.apiVersion, subresource: '' };
  }

  apply(manager: string, config: KubeObject, force: boolean): FieldManagerAnswer {
    const outcome = applyFields({
      live: this.object ?? {},
      config,
      kind: this.kind,
      entries: this.entries,
      writer: this.writer(manager, 'Apply', config),
      force,
      time: '',
      zeros: false,
    });
    if (outcome.kind === 'conflicts') return { ...this.answer(), refusal: conflictRefusal(outcome.conflicts) };
    this.object = outcome.object;
    this.entries = outcome.entries;
    return this.answer();
  }

  update(manager: string, object: KubeObject): FieldManagerAnswer {
    const { added, modified, removed } = compareObjects(this.object ?? {}, object, this.kind, false);
    const change = { added: stripped(added), modified: stripped(modified), removed: stripped(removed) };
    this.entries = capUpdates(afterUpdate(this.entries, change, this.writer(manager, 'Update', object), ''));
    this.object = object;
    return this.answer();
  }

  private answer(): FieldManagerAnswer {
    const { object } = this;
    if (object === undefined) return { object, managedFields: [] };
    return { object, managedFields: withOwned(object, this.entries).metadata.managedFields ?? [] };
  }
}
