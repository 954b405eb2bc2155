import { useRef, useState, type DragEvent, type ReactElement, type ReactNode } from 'react';
import { Icon } from '../kit/icons.tsx';
import { useShell, useWords } from '../kit/shell.ts';

const ACCEPT = '.yaml,.yml,.json,.ndjson,.txt,application/json,application/yaml,text/yaml,text/plain';

/** The system's dialog for files. `input` must be put into the page. */
export function useFileDialog(): { readonly open: () => void; readonly input: ReactNode } {
  const { commands } = useShell();
  const words = useWords();
  const element = useRef<HTMLInputElement>(null);
  const input = (
    <input
      ref={element}
      type="file"
      className="hidden-input"
      multiple
      accept={ACCEPT}
      aria-label={words.chooseFile}
      tabIndex={-1}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // The same file may be chosen again after it was mended.
        event.target.value = '';
        if (files.length > 0) commands.openFiles(files);
      }}
    />
  );
  return { open: () => element.current?.click(), input };
}

/** Drop, paste, or choose: three ways in. (The whole window takes drops too; this says so.) */
export function DropZone(): ReactElement {
  const words = useWords();
  const { open, input } = useFileDialog();
  const [over, setOver] = useState(false);
  const onDrag = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div
      className={`drop ${over ? 'over' : ''}`}
      data-testid="drop-zone"
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={() => {
        setOver(false);
      }}
    >
      <Icon name="upload" size={20} />
      <p>
        {words.dropBefore} <code>kubectl get -o yaml</code> {words.dropAfter}
      </p>
      <button type="button" className="btn" aria-label={words.open} onClick={open}>
        {words.open}…
      </button>
      {input}
      <p className="t1 i3">{words.staysHere}</p>
    </div>
  );
}
