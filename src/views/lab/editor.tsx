import { useEffect, useRef, useState, type ReactElement, type RefObject } from 'react';
import type { Editor, Marks } from './editor-view.ts';

interface EditorProps {
  readonly text: string;
  readonly label: string;
  readonly readOnly?: boolean;
  readonly marks: Marks;
  readonly onEdit?: (text: string) => void;
  readonly onRun?: () => void;
  /** To jump to a place in the text. */
  readonly handle?: RefObject<Editor | undefined>;
}

/** Go text that can be edited; until the editor has come, the text alone. */
export function GoEditor({ text, label, readOnly = false, marks, onEdit, onRun, handle }: EditorProps): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | undefined>(undefined);
  const latest = useRef({ text, onEdit, onRun });
  useEffect(() => {
    latest.current = { text, onEdit, onRun };
  });
  useEffect(() => {
    let made: Editor | undefined;
    let gone = false;
    void import('./editor-view.ts').then(({ createEditor }) => {
      const element = host.current;
      if (gone || element === null) return;
      const parent = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
      made = createEditor({
        parent,
        text: latest.current.text,
        label,
        readOnly,
        onEdit: (now) => latest.current.onEdit?.(now),
        onRun: () => latest.current.onRun?.(),
      });
      setEditor(made);
      if (handle !== undefined) handle.current = made;
    });
    return () => {
      gone = true;
      made?.destroy();
      setEditor(undefined);
    };
  }, [label, readOnly, handle]);
  useEffect(() => {
    editor?.setText(text);
  }, [editor, text]);
  useEffect(() => {
    editor?.setMarks(marks);
  }, [editor, marks]);
  return <div className="lab-editor" data-own-keys="" ref={host} />;
}
