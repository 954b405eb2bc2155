/** One Pod from a Deployment to its node, in 23 events: a trace and the views of its steps. */
import type { StageView } from '../../src/protocol/protocol.ts';
import { traceOf, viewOf } from './fixtures.ts';

export const POD = 'web-6d4cf56db6-m4tzd';
export const POD_KEY = `Pod/default/${POD}`;

export const journeyTrace = () =>
  traceOf(`
    0     request.sent                | kubectl                             | Deployment/default/web            | create
    2000  store.written <1            | kubectl                             | Deployment/default/web            | create | 1030
    2500  response.delivered <2       | kubectl                             | Deployment/default/web            | create | 201
    3000  watch.delivered <2          | kube-controller-manager deployments | Deployment/default/web            | ADDED  | 1030
    4000  request.sent <4             | kube-controller-manager             | ReplicaSet/default/web-6d4cf56db6 | create
    6000  store.written <5            | kube-controller-manager             | ReplicaSet/default/web-6d4cf56db6 | create | 1031
    7000  watch.delivered <6          | kube-controller-manager replicasets | ReplicaSet/default/web-6d4cf56db6 | ADDED  | 1031
    7000  request.sent <7             | kube-controller-manager             | Pod/default/web-6d4cf56db6-*      | create
    9000  store.written <8            | kube-controller-manager             | ${POD_KEY} | create | 1032
    10000 watch.delivered <9          | kube-scheduler pods                 | ${POD_KEY} | ADDED  | 1032
    10000 watch.delivered <9          | kube-controller-manager pods        | ${POD_KEY} | ADDED  | 1032
    10050 informer.popped <10         | kube-scheduler pods                 | ${POD_KEY} | Added
    10100 cycle.started <12           | kube-scheduler                      | ${POD_KEY} |        | 1
    10200 cycle.filter <13            | kube-scheduler                      | ${POD_KEY} |        | 3
    10300 cycle.score <14             | kube-scheduler                      | ${POD_KEY} | node-c | 1021
    10400 request.sent <15            | kube-scheduler                      | ${POD_KEY} | bind
    12400 store.written <16           | kube-scheduler                      | ${POD_KEY} | bind   | 1042
    12900 response.delivered <17      | kube-scheduler                      | ${POD_KEY} | bind   | 201
    13400 watch.delivered <17         | kubelet node-c pods                 | ${POD_KEY} | ADDED  | 1042
    13400 watch.delivered <17         | kube-scheduler pods                 | ${POD_KEY} | MODIFIED | 1042
    14400 kubelet.admitted <19        | kubelet node-c                      | ${POD_KEY} | node-c
    14500 request.sent <21            | kubelet node-c                      | ${POD_KEY} | patch status
    16500 store.written <22           | kubelet node-c                      | ${POD_KEY} | patch status | 1043
  `);

const BASE = `
  revision 1042
  revisions pod:1034:0 deploy:1035:2 rs:1036:6 bind:1042:17
  active pending:api-5f77f6bdb4-q8jn7
  backoff unsched:report-29384721-k5c2v 1.6
  unschedulable unsched:trainer-0 NodeResourcesFit
  controller deployment 0
  controller replicaset 1
  plugins TaintToleration*3 NodeAffinity*2 PodTopologySpread*2 InterPodAffinity*2 NodeResourcesFit*1 NodeResourcesBalancedAllocation*1 ImageLocality*1
  scored node-a 300 200 154 120 58 86 7
  scored node-b 0 120 200 0 73 84 0
  scored node-c 300 200 154 200 70 90 7
  filtered node-d NodeResourcesFit Insufficient cpu, asked 500m, free 300m`;

/** Where the Pod is known at a step, in the words of a fixture. */
function whereabouts(step: number): string {
  if (step < 9) return '';
  if (step < 10) return `elsewhere pending:${POD}`;
  if (step < 12) return `elsewhere pending:${POD}\nfifo ${POD} Added 1032`;
  if (step < 13) return `active pending:${POD}`;
  return step < 17 ? `elsewhere sched:${POD}` : '';
}

function cycle(step: number): string {
  if (step < 13) return '';
  const point = step < 14 ? 'PreFilter' : step < 15 ? 'Filter' : step < 16 ? 'Score' : 'Bind';
  return `cycle ${POD} ${point} ${step < 18 ? 'open' : ''} ${step >= 15 ? 'host node-c' : ''}`;
}

const made = new Map<number, StageView>();

export function journeyView(step: number): StageView {
  const known = made.get(step);
  if (known !== undefined) return known;
  const view = viewAt(step);
  made.set(step, view);
  return view;
}

function viewAt(step: number): StageView {
  const onNode = step >= 17 ? `${step >= 23 ? 'run' : 'bound'}:${POD}` : '';
  const ghost = step >= 15 && step < 17 ? `ghosts sched:${POD}` : '';
  return viewOf(`
    step ${step}
    ${BASE}
    ${cycle(step)}
    ${whereabouts(step)}
    node node-a zone-1 cpu 1.7/4 mem 1.7/8 pods run:a-1 run:a-2 run:a-3
    node node-b zone-1 cpu 1.2/4 mem 1.2/16 pods run:b-1 run:b-2
    node node-c zone-2 cpu 2.6/8 mem 2.6/16 pods run:c-1 run:c-2 ${onNode} ${ghost}
    node node-d zone-3 cpu 3.9/4 mem 2.1/8 pods run:d-1
  `);
}
