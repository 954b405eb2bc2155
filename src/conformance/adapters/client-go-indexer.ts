import { type IndexFunc, ThreadSafeStore } from '../../components/informer/informer.ts';
import { compareBytes } from '../../kernel/kernel.ts';
import type { Adapter } from '../types.ts';

interface Indexed {
  readonly key: string;
  readonly rv: number;
  readonly ns?: string;
  readonly tags?: readonly string[];
}

interface Step {
  readonly op: string;
  readonly obj?: Indexed;
  readonly key?: string;
  readonly list?: readonly Indexed[];
  readonly names?: readonly string[];
  readonly index?: string;
  readonly value?: string;
}

/** The index functions of the recordings. */
const INDEX_FUNCS: Readonly<Record<string, IndexFunc<Indexed>>> = {
  ns: (object) => [object.ns ?? ''],
  tags: (object) => object.tags ?? [],
  odd: (object) => (object.rv % 2 === 1 ? ['odd'] : []),
};

function indexers(names: readonly string[]): Record<string, IndexFunc<Indexed>> {
  const chosen: Record<string, IndexFunc<Indexed>> = {};
  for (const name of names) {
    const indexFunc = INDEX_FUNCS[name];
    if (indexFunc === undefined) throw new Error(`unknown index function ${name}`);
    chosen[name] = indexFunc;
  }
  return chosen;
}

const sorted = (texts: readonly string[]): string[] => [...texts].sort(compareBytes);
const shown = ({ key, rv }: Indexed): string => `${key}@${rv}`;

/** `{result}`, or `{error}` where there is no such index. */
const answer = (result: readonly string[] | undefined): object =>
  result === undefined ? { error: true } : { result: sorted(result) };

class Script {
  private readonly names: string[];
  private readonly store: ThreadSafeStore<Indexed>;

  constructor(names: readonly string[]) {
    this.names = [...names];
    this.store = new ThreadSafeStore<Indexed>(new Map(), indexers(names));
  }

  step(step: Step): object {
    const { store } = this;
    const { index = '', value = '', key = '' } = step;
    switch (step.op) {
      case 'add':
      case 'update':
        return this.set(step);
      case 'delete':
        store.delete(key);
        return {};
      case 'replace':
        store.replace(new Map((step.list ?? []).map((object) => [object.key, object])));
        return {};
      case 'addIndexers':
        return this.addIndexers(step.names ?? []);
      case 'get': {
        const found = store.get(key);
        return { result: found === undefined ? undefined : shown(found) };
      }
      case 'listKeys':
        return answer(store.listKeys());
      case 'byIndex':
        return answer(store.byIndex(index, value)?.map(shown));
      case 'indexKeys':
        return answer(store.indexKeys(index, value));
      case 'index':
        return answer(step.obj === undefined ? undefined : store.index(index, step.obj)?.map(shown));
      case 'listIndexFuncValues':
        return answer(store.listIndexFuncValues(index));
      case 'dump':
        return this.dump();
      default:
        throw new Error(`unknown operation ${step.op}`);
    }
  }

  private set({ obj }: Step): object {
    if (obj === undefined) throw new Error('the step has no object');
    this.store.set(obj.key, obj);
    return {};
  }

  private addIndexers(names: readonly string[]): object {
    if (!this.store.addIndexers(indexers(names))) return { error: true };
    this.names.push(...names);
    return {};
  }

  private dump(): object {
    const { store } = this;
    const contents = (name: string): object =>
      Object.fromEntries(
        store.listIndexFuncValues(name).map((value) => [value, sorted(store.indexKeys(name, value) ?? [])]),
      );
    return {
      store: sorted(store.list().map(shown)),
      indices: Object.fromEntries(this.names.map((name) => [name, contents(name)])),
    };
  }
}

export const clientGoIndexer: Adapter = {
  source: 'client-go',
  kind: 'indexer',
  compare: { isComplete: (path) => path.includes('.indices') },
  run(row) {
    const script = new Script((row.given as { readonly indexers: readonly string[] }).indexers);
    return (row.steps ?? []).map((step) => script.step(step as unknown as Step));
  },
};
