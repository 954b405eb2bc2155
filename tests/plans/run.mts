import { failureOf, planOf, reportOf } from './plan.ts';
import { BASES } from './scenarios.ts';
const [from, to, only] = [Number(process.argv[2]), Number(process.argv[3]), process.argv[4]];
let failed = 0; let n = 0; const t = Date.now();
for (const base of BASES) { if (only !== undefined && base.name !== only) continue;
  const t0 = Date.now(); let f = 0;
  for (let seed = from; seed < to; seed++) { n++;
    const failure = failureOf(base, seed < 0 ? [] : planOf(seed, base), Math.max(0, seed));
    if (failure !== undefined) { failed++; f++; if (f <= 4) console.log(seed < 0 ? `${base.name} ${failure}` : reportOf(base, seed, failure).split('\n---\n')[0]); }
  }
  console.log(`== ${base.name}: ${String(f)} failed, ${String(((Date.now() - t0) / (to - from)).toFixed(0))} ms a plan`);
}
console.log(n, 'plans', failed, 'failed', Date.now() - t, 'ms');
