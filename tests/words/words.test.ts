import { describe, expect, it } from 'vitest';
import { stageWords } from '../../src/derive/stage-words.ts';
import { en } from '../../src/derive/words/en.ts';
import { ja } from '../../src/derive/words/ja.ts';
import { bytes, count, simTime, span } from '../../src/derive/words/numbers.ts';
import { objectName, shortName } from '../../src/derive/words/names.ts';
import { PROBLEM_CODES, problemPlace, problemWords } from '../../src/derive/words/problems.ts';
import { sentence, shortSentence } from '../../src/derive/words/sentence.ts';
import { EVENT_KIND_NAMES } from '../../src/model/events.ts';
import { SUSPENDED_BY } from '../../src/engine/invariants/invariants.ts';

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/;

/** Words that stay as they are in Japanese: names of Kubernetes, of keys, of the product, units. */
const TERMS = new Set(
  `api-server etcd kubectl kubelet kubelets control plane watch bind evict list status phase node nodes Pod Pods Deployment
  ReplicaSet Node Event Events Ready Score Filter Reserve Permit PreFilter PostFilter activeQ backoffQ unschedulablePods
  bookmark Lease YAML JSON Kubernetes Steplane namespace manifest Helm helm template values gzip gunzip UTF- UTF-8 UTF-16
  PowerShell Out-File Encoding utf8 MiB kB MB apiVersion kind name metadata quantity timeline Scenario spec scheduling gate
  kubernetes steplane dev v1 at afterMillis ms s m h Gi docs automation md get yaml json rendered NAME CHART dump nodes,pods A o
  web worker Space Esc Home End Shift G seed owner requests cpu memory mem max sim Basic html step EN English id ns
  Garbage collector lifecycle controller-manager kube-scheduler kube-apiserver DeltaFIFO RealFIFO FIFO NotReady cordon
  Enter taint readiness listener clients informers scheduler controllers web-1 node-c app nginx create update patch delete unschedulable Insufficient default kubelet. file X Y Z T`
    .split(/\s+/)
    .map((word) => word.toLowerCase()),
);

/** Latin words of a Japanese text that are no term. */
function strangers(text: string): string[] {
  const words = text.match(/[A-Za-z](?:[A-Za-z-]*[A-Za-z]){2,}/g) ?? [];
  return words.filter((word) => !TERMS.has(word.toLowerCase()) && !TERMS.has(word.toLowerCase().replace(/s$/, '')));
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') return [String((value as (...args: string[]) => unknown)('1', '2', '3', '4'))];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsOf);
  return [];
}

/** Where a sentence takes its detail to pieces. */
const DETAILS: Readonly<Record<string, string>> = { 'probe.answered': 'nginx readiness failure' };
const EVENT = { subject: 'kubelet node-c', object: 'Pod/default/web-1', detail: 'create', number: 3 };

describe('sentences', () => {
  it.each(EVENT_KIND_NAMES)('%s has one sentence in each language', (kind) => {
    const event = { ...EVENT, kind, detail: DETAILS[kind] ?? EVENT.detail };
    const english = sentence(event, 'en');
    const japanese = sentence(event, 'ja');
    expect(english).toMatch(/\.$/);
    expect(japanese).toMatch(/。$/);
    expect(JAPANESE.test(english)).toBe(false);
    expect(JAPANESE.test(japanese)).toBe(true);
    expect(strangers(japanese)).toEqual([]);
    expect(`${english}${japanese}`).not.toMatch(/undefined|NaN|\[object/);
  });

  it.each(Object.keys(SUSPENDED_BY))('a fault %s has one of its own in each language', (verb) => {
    for (const kind of ['fault.began', 'fault.ended']) {
      for (const lang of ['en', 'ja'] as const) {
        const said = sentence({ ...EVENT, kind, subject: 'kube-scheduler', detail: `${verb} 2` }, lang);
        if (kind === 'fault.began') expect(said).not.toContain(verb === 'compact' ? '!' : `: ${verb}`);
        expect(said).toMatch(/[.。]$/);
      }
    }
  });

  it('says who did what to whom', () => {
    const bind = {
      kind: 'request.sent',
      subject: 'kube-scheduler',
      object: 'Pod/default/web-1',
      detail: 'bind',
      number: 0,
    };
    expect(sentence(bind, 'en')).toBe('The scheduler asks the api-server to bind Pod web-1.');
    expect(sentence(bind, 'ja')).toBe('スケジューラーが api-server に Pod web-1 の割り当て（bind）を頼みます。');
    const apply = {
      kind: 'request.sent',
      subject: 'kubectl',
      object: 'Deployment/shop/web',
      detail: 'create',
      number: 0,
    };
    expect(sentence(apply, 'en')).toBe('kubectl asks the api-server to create Deployment shop/web.');
  });

  it('what happens to a watch names whose it is, and of which resource', () => {
    const watch = { kind: 'watch.delivered', subject: 'kube-scheduler pods', object: '', number: 42 };
    expect(sentence({ ...watch, detail: 'ERROR' }, 'en')).toBe(
      'The pods watch of the scheduler ends with an error, revision 42; it has to list again.',
    );
    expect(sentence({ ...watch, detail: 'CLOSED' }, 'en')).toBe(
      'The pods watch of the scheduler is over, or could not be opened.',
    );
    expect(sentence({ ...watch, kind: 'watch.opened', detail: '' }, 'en')).toBe(
      'The scheduler opens its pods watch again, from revision 42.',
    );
    for (const detail of ['ERROR', 'CLOSED'])
      expect(sentence({ ...watch, detail }, 'ja')).toContain('の pods の watch が');
    for (const detail of ['', 'initial']) {
      expect(sentence({ ...watch, kind: 'watch.opened', detail }, 'ja')).toContain('pods の watch を開き直');
    }
  });

  it('a kind of a newer engine is said by its parts', () => {
    expect(sentence({ ...EVENT, kind: 'moon.landed' }, 'en')).toContain('moon.landed');
  });

  it('a long name loses its middle, never its end', () => {
    expect(shortName('web-6d4cf56db6-m4tzd')).toBe('web-…-m4tzd');
    expect(shortName('trainer-0')).toBe('trainer-0');
    expect(shortSentence({ ...EVENT, kind: 'pod.ready', object: 'Pod/default/web-6d4cf56db6-m4tzd' }, 'en')).toContain(
      'm4tzd',
    );
    expect(objectName('Pod/default/web-6d4cf56db6-*')).toBe('Pod web-6d4cf56db6-…');
  });
});

describe('dictionaries', () => {
  it('Japanese has no English left, but for terms', () => {
    const left = [...textsOf(ja), ...textsOf(stageWords('ja'))].flatMap(strangers);
    expect([...new Set(left)]).toEqual([]);
  });

  it('English has no Japanese in it, and both have the same keys', () => {
    expect(textsOf(en).filter((text) => JAPANESE.test(text))).toEqual([]);
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
  });
});

describe('problems', () => {
  it.each(PROBLEM_CODES)('%s says what and what to do, in both languages', (code) => {
    const problem = { kind: 'bad-scenario', code, params: { key: 'a', path: 'spec.x', found: 'y' } } as const;
    const english = problemWords(problem, 'en');
    const japanese = problemWords(problem, 'ja');
    expect(english.what).toMatch(/[.:]|\S$/);
    expect(english.todo.length).toBeGreaterThan(3);
    expect(JAPANESE.test(english.what + english.todo)).toBe(false);
    expect(JAPANESE.test(japanese.what)).toBe(true);
    expect(JAPANESE.test(japanese.todo)).toBe(true);
    expect(english.what + japanese.what).not.toMatch(/undefined|NaN/);
  });

  it('a code without words is still said with its particulars', () => {
    const { what } = problemWords({ kind: 'bad-scenario', code: 'brand-new', params: { path: 'spec.y' } }, 'en');
    expect(what).toContain('brand-new');
    expect(what).toContain('spec.y');
  });

  it('the place is file, line and column, as far as they are known', () => {
    const problem = { kind: 'bad-scenario', code: 'bad-yaml', params: {} } as const;
    expect(problemPlace({ ...problem, file: 'a.yaml', line: 24, column: 7 })).toBe('a.yaml:24:7');
    expect(problemPlace({ ...problem, file: 'a.yaml' })).toBe('a.yaml');
    expect(problemPlace(problem)).toBe('');
  });
});

describe('numbers', () => {
  it('thousands have a comma, minus is a minus', () => {
    expect(count(84310)).toBe('84,310');
    expect(count(-1234.5, 1)).toBe('−1,234.5');
    expect(simTime(412_000)).toBe('0:00.412');
    expect(simTime(3_723_004_000)).toBe('1:02:03.004');
    expect(span(278_000)).toBe('278 ms');
    expect(span(125_000_000)).toBe('2 min 5 s');
    expect(span(86_300_000_000)).toBe('23 h 58 min');
    expect(span(428_400_000_000)).toBe('4 d 23 h');
    expect(bytes(22_400_000)).toBe('22.4 MB');
  });
});
