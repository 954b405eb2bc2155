import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { labWords, type LabWords } from '../../derive/words/lab.ts';
import type { LabStore } from '../../store/lab.ts';
import { textIn, type LabStoreState } from '../../store/lab-state.ts';
import { useLayout } from '../kit/shell.ts';

export const LabContext = createContext<LabStore | undefined>(undefined);

export function useLab(): LabStore {
  const lab = use(LabContext);
  if (lab === undefined) throw new Error('a view stands outside the laboratory');
  return lab;
}

export const useLabState = <T>(pick: (state: LabStoreState) => T): T => useStore(useLab().store, pick);
/** Is the text in the editor another one than what ran last? */
export const useStale = (): boolean => useLabState((state) => textIn(state, state.variant) !== state.ran);

export const useLabWords = (): LabWords => labWords(useLayout((s) => s.language));
