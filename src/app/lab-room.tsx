/** The laboratory with its engine: made when it is first shown, kept while the page lives. */
import type { ReactElement } from 'react';
import { spawnLab } from '../client/lab-run.ts';
import { LabStore } from '../store/lab.ts';
import LabPage from '../views/lab/lab-page.tsx';

let store: LabStore | undefined;

export default function LabRoom(): ReactElement {
  store ??= new LabStore(spawnLab());
  return <LabPage lab={store} />;
}
