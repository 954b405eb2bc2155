import { it } from 'vitest';
import { runLab } from '../fixtures/labs.ts';
it('occ', () => {
  const look = (name: string, from: number, kind: string, subj: string, prefix: string, n=3) => {
    const { trace } = runLab(name); let occ = -1; let got = 0;
    for (let k = 1; k <= trace.length && got < n; k++) {
      if (trace.kindName(k) !== kind || !trace.object(k).startsWith(prefix)) continue;
      occ++;
      if (k > from && trace.subject(k) === subj) { got++; console.log(name, k, kind, trace.object(k), trace.detail(k), 'occ', occ, trace.time(k)/1e6); }
    }
  };
  look('slow-listener', 3885, 'informer.popped', 'kube-controller-manager pods', 'Pod/default/web-');
  look('slow-listener', 3885, 'watch.delivered', 'kube-controller-manager pods', 'Pod/default/web-');
  look('slow-listener', 3885, 'handler.called', 'audit', 'Pod/default/web-');
  look('slow-listener-blocking', 3876, 'handler.called', 'replicaset-controller', 'Pod/default/web-');
  look('slow-listener-blocking', 3876, 'sender.resumed', 'kube-controller-manager pods', '');
  look('duplicate-create', 90, 'handler.called', 'lesson-duplicate-create', 'Pod/default/web-');
  look('duplicate-create-cured', 50, 'handler.called', 'lesson-duplicate-create', 'Pod/default/web-');
}, 60000);
