import { exampleOf } from './verb-examples.ts';
import { expectedWords, fieldWords, gotWords } from './expected.ts';
import { text, type ProblemParams, type ProblemTable } from './problem-codes.ts';

function exampleEn(p: ProblemParams): string | undefined {
  const example = exampleOf(p, ' or ');
  return example === undefined ? undefined : `Write it as in ${example}.`;
}

const meantWords = (p: ProblemParams): string => (text(p, 'near') === '' ? '.' : `; did you mean ${text(p, 'near')}?`);
const quoted = (found: string): string => (found === '' ? '' : ` Found: ${found}`);

export const PROBLEMS_EN: ProblemTable = {
  'empty-file': () => ({
    what: 'There is nothing in this file.',
    todo: 'Save the output of kubectl get nodes,pods -A -o yaml to a file and open that.',
  }),
  'binary-file': (p) => ({
    what: `This is not text: there is a zero byte at offset ${text(p, 'offset')}.`,
    todo: 'Open the YAML or JSON that kubectl prints.',
  }),
  'compressed-file': () => ({
    what: 'This file is compressed with gzip.',
    todo: 'Unpack it with gunzip and open the result.',
  }),
  'html-page': () => ({
    what: 'This is a web page, not YAML: perhaps an error or sign-in page was saved under this name.',
    todo: 'Open it in a browser to see what it says, then download the file again.',
  }),
  'helm-template': (p) => ({
    what: `This is a Helm template, not a manifest.${quoted(text(p, 'found'))}`,
    todo: 'Render it first: helm template NAME CHART > rendered.yaml, then open rendered.yaml.',
  }),
  'kubectl-table': () => ({
    what: 'This is the table that kubectl prints for people; it lacks nearly all fields.',
    todo: 'Add -o yaml or -o json to the command.',
  }),
  'kubectl-describe': () => ({
    what: 'This is what kubectl describe prints for people; it lacks most fields.',
    todo: 'Use kubectl get nodes,pods -A -o yaml instead.',
  }),
  'kubectl-error': (p) => ({
    what: `kubectl reported an error instead of objects: ${text(p, 'text')}`,
    todo: 'Mend what it complains about and run the command again.',
  }),
  'utf16-without-mark': () => ({
    what: 'This looks like UTF-16 text without a byte order mark.',
    todo: 'Save it as UTF-8. In PowerShell: kubectl … | Out-File -Encoding utf8 dump.yaml',
  }),
  'bad-encoding': (p) => ({
    what: `A byte here is not valid ${text(p, 'encoding') === '' ? 'UTF-8' : text(p, 'encoding')}.`,
    todo: 'Save the file as UTF-8 and open it again.',
  }),
  truncated: () => ({
    what: 'The text stops in the middle of an object.',
    todo: 'The file was cut short. Save the output of kubectl again and wait until it has ended.',
  }),
  'too-large': (p) => ({
    what: `This is ${text(p, 'mebibytes')} MiB; ${text(p, 'limit')} MiB is the limit.`,
    todo: 'Nothing was read. Ask kubectl for fewer kinds or one namespace.',
  }),
  'too-deep': () => ({
    what: 'The values are nested too deeply.',
    todo: 'No Kubernetes object is that deep; check the file.',
  }),
  'bad-yaml': (p) => ({
    what: `This is not valid YAML: ${text(p, 'what')}.${quoted(text(p, 'found'))}`,
    todo: 'Mend this line; often it is the indentation or a missing quotation mark.',
  }),
  'bad-yaml-tab': () => ({
    what: 'A tab indents this line, and YAML allows only spaces.',
    todo: 'Replace the tab with spaces.',
  }),
  'bad-json': (p) => ({
    what: `This is not valid JSON.${quoted(text(p, 'found'))}`,
    todo: 'Mend it here; often it is a comma or a quotation mark.',
  }),
  'duplicate-key': (p) => ({
    what: `The key “${text(p, 'key')}” is there twice in one object.`,
    todo: 'Keep one of the two.',
  }),
  'alias-bomb': () => ({ what: 'The aliases in this YAML multiply without end.', todo: 'Write the values out.' }),
  'bad-key': (p) => ({ what: `“${text(p, 'key')}” cannot be a key.`, todo: 'Take it out.' }),
  'no-objects': () => ({
    what: 'There is no Kubernetes object in this input.',
    todo: 'Open the output of kubectl get nodes,pods -A -o yaml.',
  }),
  'not-an-object': (p) => ({
    what: `A Kubernetes object is expected here.${quoted(text(p, 'found'))}`,
    todo: 'Each document needs at least apiVersion, kind and metadata.name.',
  }),
  'not-kubernetes': (p) => ({
    what: `This is not a Kubernetes object: it has neither apiVersion nor kind${
      text(p, 'keys') === '' ? '' : `, but ${text(p, 'keys')}`
    }.`,
    todo: 'Open manifests or the output of kubectl get -o yaml; a values file of Helm is neither.',
  }),
  'missing-field': (p) => ({
    what: `${fieldWords(p)} is missing.`,
    todo: exampleEn(p) ?? `Add it${expectedWords(p, 'en').replace(/^(?=.)/, ': ')}.`,
  }),
  'wrong-type': (p) => ({
    what: `${fieldWords(p) || 'A field'} should be ${expectedWords(p, 'en') || 'of another type'}${
      text(p, 'got') === '' ? '' : `, and is ${gotWords(p, 'en')}`
    }.`,
    todo: exampleEn(p) ?? `Write ${expectedWords(p, 'en') || 'another value'}.`,
  }),
  'unknown-field': (p) => ({
    what: `${fieldWords(p) || 'The document'} has no field ${text(p, 'field')}${
      text(p, 'near') === '' ? '.' : `; did you mean ${text(p, 'near')}?`
    }`,
    todo:
      text(p, 'near') === ''
        ? [`Its fields are ${text(p, 'known')}.`, exampleEn(p) ?? ''].join(' ').trim()
        : `Write ${text(p, 'near')}, or take it out.`,
  }),
  'bad-quantity': (p) => ({
    what: `${text(p, 'got') || 'This'} is not a quantity${text(p, 'path') === '' ? '' : ` (${text(p, 'path')})`}.`,
    todo: 'Write a number with a unit of Kubernetes, such as 4, 500m or 8Gi.',
  }),
  'unknown-api-version': (p) => ({
    what: `${text(p, 'kind') || 'This kind'} is not served as ${text(p, 'apiVersion')}.`,
    todo: text(p, 'expected') === '' ? 'Correct apiVersion.' : `Write apiVersion: ${text(p, 'expected')}.`,
  }),
  'object-twice': (p) => ({
    what: `${text(p, 'key') || 'This object'} is there twice and differs; the first is at ${text(p, 'first')}.`,
    todo: 'Keep one of the two.',
  }),
  'object-repeated': (p) => ({
    what: `${text(p, 'key') || 'This object'} is there twice.`,
    todo: 'The first one was taken.',
  }),
  'refused-object': (p) => ({
    what: `The api-server refuses ${text(p, 'object') || 'this object'}: ${text(p, 'message')}`,
    todo: 'The run goes on without it.',
  }),
  'two-scenarios': () => ({
    what: 'There is a second document of kind Scenario.',
    todo: 'Keep one; one input makes one scenario.',
  }),
  'scenario-too-new': (p) => ({
    what: `This version does not know ${text(p, 'kind')} ${text(p, 'apiVersion')}.`,
    todo: 'Write apiVersion: steplane.dev/v1 and kind: Scenario.',
  }),
  'unknown-version': (p) => ({
    what: `Kubernetes ${text(p, 'version')} is not among the versions that can be simulated.`,
    todo: text(p, 'supported') === '' ? 'Choose another version.' : `Choose one of ${text(p, 'supported')}.`,
  }),
  'unknown-verb': (p) => ({
    what: `The timeline has no verb “${text(p, 'verb')}”${
      text(p, 'near') === '' ? '.' : `; did you mean ${text(p, 'near')}?`
    }${text(p, 'later') === '' ? '' : ` ${text(p, 'later')} comes in a later version.`}`,
    todo: text(p, 'known') === '' ? 'Correct it.' : `Use one of ${text(p, 'known')}.`,
  }),
  'one-verb': (p) => ({
    what: `A timeline entry does exactly one thing${text(p, 'verbs') === '' ? '; here it does none' : `; here: ${text(p, 'verbs')}`}.`,
    todo:
      text(p, 'verbs') === ''
        ? 'Say what is done, as in delete: {kind: Pod, name: web}.'
        : 'Give each verb an entry of its own.',
  }),
  'one-moment': (p) => ({
    what: `A timeline entry has exactly one moment${text(p, 'moments') === '' ? '; here it has none' : `; here: ${text(p, 'moments')}`}.`,
    todo: 'Write at: 2s or afterMillis: 500.',
  }),
  'unknown-lesson': (p) => ({
    what: `No lesson controller is called “${text(p, 'name')}”.`,
    todo: `Name one of ${text(p, 'known')}.`,
  }),
  'lesson-twice': (p) => ({
    what: `The lesson controller ${text(p, 'name')} is switched on twice.`,
    todo: 'Keep one: with its fault, or cured.',
  }),
  'unknown-process': (p) => ({
    what: `This cluster has no process “${text(p, 'process')}”${
      text(p, 'path') === '' ? '' : ` (${text(p, 'path')})`
    }${text(p, 'near') === '' ? '.' : `; did you mean ${text(p, 'near')}?`}`,
    todo: `Name one of ${text(p, 'known')}.`,
  }),
  'fault-of-others': (p) => ({
    what: `${text(p, 'verb')} cannot befall ${text(p, 'process')} (${text(p, 'path')}).`,
    todo: `Name one of ${text(p, 'known')}.`,
  }),
  'unknown-resource': (p) => ({
    what: `No resource is called “${text(p, 'resource')}”${text(p, 'path') === '' ? '' : `, as ${fieldWords(p)} says`}${
      text(p, 'near') === '' ? '.' : `; did you mean ${text(p, 'near')}?`
    }`,
    todo: 'Write its plural in small letters, as in pods.',
  }),
  'unwatched-resource': (p) => ({
    what: `${text(p, 'process')} does not watch ${text(p, 'resource')}${
      text(p, 'path') === '' ? '' : ` (${text(p, 'path')})`
    }.`,
    todo: text(p, 'known') === '' ? 'It watches nothing.' : `It watches ${text(p, 'known')}.`,
  }),
  'listener-makes-process': (p) => ({
    what: `The listener ${text(p, 'name')} (${text(p, 'path')}) belongs to “${text(p, 'process')}”, which is no process of this cluster: it got a process of its own, with an informer of ${text(p, 'resource')}.`,
    todo: `If that is not meant, name one of ${text(p, 'known')}.`,
  }),
  'listener-makes-informer': (p) => ({
    what: `The listener ${text(p, 'name')} (${text(p, 'path')}) listens for ${text(p, 'resource')}, for which ${text(p, 'process')} has no informer: it got one, with a watch of its own.`,
    todo: `If that is not meant, name one of ${text(p, 'known')}.`,
  }),
  'namespace-assumed': (p) => ({
    what: `The namespace “${text(p, 'name')}” is not in the input: it is assumed to be there, because objects of the input stand in it.`,
    todo: 'Add the Namespace to the input, or correct the name.',
  }),
  'metric-of-no-pods': (p) => ({
    what: `spec.metrics: no Pod has the labels ${text(p, 'about')}${meantWords(p)}`,
    todo: 'Write labels that the Pods have.',
  }),
  'metric-of-no-object': (p) => ({
    what: `spec.metrics: there is no ${text(p, 'about')}${meantWords(p)}`,
    todo: 'Name an object that is there.',
  }),
  'metric-of-no-external': (p) => ({
    what: `spec.metrics: no HorizontalPodAutoscaler asks for the external metric ${text(p, 'about')}${meantWords(p)}`,
    todo: 'Write the name that stands in its spec.metrics.',
  }),
  'bad-metric': (p) => ({
    what: `${text(p, 'path')} does not say what is measured: it needs ${expectedWords(p, 'en')}.`,
    todo: 'Name one thing (pods, object or external) and what is measured of it.',
  }),
  'verb-not-yet': (p) => ({
    what: `This version does not act on the timeline verb “${text(p, 'verb')}” yet.`,
    todo: 'Take the entry out, or wait for a later version.',
  }),
  'not-acted-on-yet': (p) => ({
    what: `This version does not act on ${text(p, 'what')} yet.`,
    todo: 'Take it out, or wait for a later version.',
  }),
  'bad-duration': (p) => ({
    what:
      text(p, 'path') === ''
        ? `“${text(p, 'text')}” is not a duration.`
        : `${fieldWords(p)} should be a duration, as in 700ms or 1m30s, and is ${text(p, 'text')}.`,
    todo: 'Write a number with a unit: 500ms, 2s, 1m30s.',
  }),
  'negative-duration': (p) => ({
    what: `${fieldWords(p) || 'A duration'} must not be negative, and is ${text(p, 'text')}.`,
    todo: 'Write 0 or a number with a unit: 500ms, 2s, 1m30s.',
  }),
  'bad-time': (p) => ({
    what: `“${text(p, 'text')}” is not a time${text(p, 'path') === '' ? '' : ` (${text(p, 'path')})`}.`,
    todo: 'Write it as in 2026-01-31T12:00:00Z.',
  }),
  undecodable: (p) => ({
    what: `No api-server can hold ${text(p, 'object')}: ${text(p, 'message')}.`,
    todo: `Correct ${text(p, 'path')}, or take the object as kubectl get -o yaml prints it.`,
  }),
  'not-a-configuration': (p) => ({
    what: `This is no KubeSchedulerConfiguration: its kind is ${text(p, 'kind')}.`,
    todo: 'Give the file that the real scheduler gets with --config.',
  }),
  'bad-configuration': (p) => ({
    what: `The scheduler would not start with this configuration: ${text(p, 'message')}`,
    todo: 'Mend the configuration; the words are those of the real scheduler.',
  }),
  'bad-until': (p) => ({
    what: `“${text(p, 'text')}” is no moment to run to.`,
    todo: /^\d+(?:ms|s|m|h)$/.test(text(p, 'text'))
      ? `Did you mean time:${text(p, 'text')}? There are quiescent, step:120 and time:30s.`
      : 'Write quiescent, step:120 or time:30s.',
  }),
  'bad-format': (p) => ({
    what: `There is no format “${text(p, 'text')}”.`,
    todo: `Choose one of ${text(p, 'known')}.`,
  }),
  'no-such-bench': (p) => ({
    what: `There is no benchmark “${text(p, 'name')}”.`,
    todo: `Choose one of ${text(p, 'known')}.`,
  }),
  'link-truncated': () => ({
    what: 'This link was cut short: its last characters are missing.',
    todo: 'Copy it again from where it came, to its very end.',
  }),
  'link-corrupt': () => ({
    what: 'This link was changed on its way: its check sum does not match.',
    todo: 'Ask for it again; some programs alter long links.',
  }),
  'link-too-new': (p) => ({
    what: `This link was made by a newer version of Steplane${text(p, 'version') === '' ? '' : ` (format ${text(p, 'version')})`}.`,
    todo: 'Open it with that version.',
  }),
  'link-empty': () => ({ what: 'This link holds no scenario.', todo: 'Copy it again from where it came.' }),
  'link-too-large': () => ({
    what: 'What this link holds is larger than a link may hold.',
    todo: 'Ask for the scenario as a file.',
  }),
  'link-not-link': () => ({
    what: 'This address is not a Steplane link.',
    todo: 'Check what stands behind the # sign.',
  }),
  'link-unknown-scenario': (p) => ({
    what: `There is no prepared scenario named “${text(p, 'name')}”.`,
    todo: 'Choose one from the list.',
  }),
  'link-needs-file': () => ({
    what: 'This link belongs to a scenario file, which does not fit into an address.',
    todo: 'Drop the file here that came with the link; it opens at the moment linked.',
  }),
  'link-of-lab': () => ({
    what: 'This link leads to the concurrency lab, not to a scenario.',
    todo: 'Open it in the page.',
  }),
  'link-wrong-file': () => ({
    what: 'This is not the file that the link was made from.',
    todo: 'It was opened at its start. For the moment linked, drop the file that came with the link.',
  }),
  'link-moment-missing': (p) => ({
    what: `The moment “${text(p, 'anchor')}” does not come up in this run.`,
    todo: 'The scenario was opened at its start.',
  }),
  'link-differs': (p) => ({
    what: `This run differs from the one the link was made from, at step ${text(p, 'step')} or before.`,
    todo: 'The link was made with another version of the engine. What you see is this version’s run.',
  }),
  'file-unreadable': (p) => ({
    what: `The file could not be read${text(p, 'message') === '' ? '' : `: ${text(p, 'message')}`}.`,
    todo: 'Check that it still exists and may be read, then try again.',
  }),
  'not-a-step': (p) => ({
    what: `“${text(p, 'text')}” is not a step.`,
    todo: 'Write a number such as 128, +10, −10, or a time such as 0:01.5.',
  }),
  'no-such-node': (p) => ({
    what: `There is no node ${text(p, 'node')}.`,
    todo:
      text(p, 'nodes') === '0'
        ? 'The input has no nodes at all: kubectl get nodes -o yaml brings them.'
        : 'Check its name.',
  }),
  'no-pod-in-file': (p) => ({
    what: `There is no Pod in ${text(p, 'name')}, and nothing that makes one.`,
    todo: 'Name a file with a Pod or a Deployment.',
  }),
  'no-such-pod': (p) => ({
    what: `There is no Pod ${text(p, 'pod')}.`,
    todo: text(p, 'near') === '' ? 'Check its namespace and name.' : `Perhaps you mean ${text(p, 'near')}.`,
  }),
  'engine-bug': (p) => ({
    what: `The engine stopped at step ${text(p, 'step') || '0'}: a rule of ours was broken${
      text(p, 'message') === '' ? '' : ` (${text(p, 'message')})`
    }.`,
    todo: 'Share the link of this moment with us; it replays the run exactly.',
  }),
  'worker-failed': (p) => ({
    what: `The simulation could not be started${text(p, 'message') === '' ? '' : `: ${text(p, 'message')}`}.`,
    todo: 'Reload the page. If that does not help, your browser may block web workers.',
  }),
  'worker-unloaded': () => ({
    what: 'The simulation could not be started: its script did not load.',
    todo: 'Check that the network is there, then try again; what is on screen stays usable.',
  }),
};
