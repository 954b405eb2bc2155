/** The editor of Go text (CodeMirror 6). It lives in a shadow tree: there its styles need no style element of the page. */
import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { go } from '@codemirror/lang-go';
import { HighlightStyle, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { EditorState, StateEffect, StateField, type Range } from '@codemirror/state';
import { Decoration, EditorView, keymap, lineNumbers, WidgetType, type DecorationSet } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** What is shown over the text. */
export interface Marks {
  /** Names of goroutines by line; `now` = that of the step shown. */
  readonly lines: ReadonlyMap<number, readonly string[]>;
  readonly now: number;
  /** Lines that a race or a lost update is about. */
  readonly marked: readonly number[];
  readonly problems: readonly { readonly line: number; readonly column: number; readonly message: string }[];
}

export interface EditorOptions {
  readonly parent: ShadowRoot;
  readonly text: string;
  readonly label: string;
  readonly readOnly: boolean;
  readonly onEdit: (text: string) => void;
  readonly onRun: () => void;
}

const setMarks = StateEffect.define<Marks>();

const marksField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, change) {
    let now = marks.map(change.changes);
    for (const effect of change.effects) if (effect.is(setMarks)) now = decorate(change.state, effect.value);
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class Names extends WidgetType {
  constructor(private readonly names: string) {
    super();
  }

  override eq(other: Names): boolean {
    return other.names === this.names;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = 'cm-who';
    element.textContent = this.names;
    return element;
  }
}

function decorate(state: EditorState, { lines, now, marked, problems }: Marks): DecorationSet {
  const found: Range<Decoration>[] = [];
  const lineAt = (line: number) => (line >= 1 && line <= state.doc.lines ? state.doc.line(line) : undefined);
  for (const line of new Set(marked)) {
    const at = lineAt(line);
    if (at !== undefined) found.push(Decoration.line({ class: 'cm-marked' }).range(at.from));
  }
  for (const [line, names] of lines) {
    const at = lineAt(line);
    if (at === undefined) continue;
    found.push(Decoration.line({ class: line === now ? 'cm-now' : 'cm-at' }).range(at.from));
    found.push(Decoration.widget({ widget: new Names(names.join(' ')), side: 1 }).range(at.to));
  }
  for (const { line, column } of problems) {
    const at = lineAt(line);
    if (at === undefined || at.length === 0) continue;
    const from = Math.min(at.from + Math.max(0, column - 1), at.to - 1);
    const word = /^\w+/.exec(state.doc.sliceString(from, at.to))?.[0].length ?? 1;
    found.push(Decoration.mark({ class: 'cm-problem' }).range(from, Math.min(at.to, from + word)));
  }
  return Decoration.set(found, true);
}

const COLOURS = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.typeName, tags.definitionKeyword, tags.modifier], color: 'var(--code-kw)' },
    { tag: tags.string, color: 'var(--code-str)' },
    { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-num)' },
    { tag: tags.comment, color: 'var(--code-dim)' },
  ]),
);

const LOOK = EditorView.theme({
  '&': { color: 'var(--ink)', background: 'transparent', fontSize: '11px', maxHeight: 'var(--editor-h)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '17px', overflow: 'auto' },
  '.cm-content': { padding: '0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 6px', position: 'relative' },
  '.cm-gutters': { background: 'transparent', border: '0', color: 'var(--ink-3)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 6px 0 0', minWidth: '22px' },
  '.cm-now': { background: 'var(--accent-soft)', boxShadow: 'inset 2px 0 0 var(--accent)' },
  '.cm-at': { background: 'var(--hover)' },
  '.cm-marked': { background: 'var(--warn-soft)', boxShadow: 'inset 2px 0 0 var(--warn)' },
  '.cm-who': {
    color: 'var(--accent)',
    fontWeight: '600',
    float: 'right',
    paddingLeft: '12px',
    position: 'sticky',
    right: '6px',
  },
  '.cm-problem': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '2px' },
});

/** What is typed over a selection: by itself the browser writes style attributes there, which the page's policy refuses. */
const OVERWRITE = EditorView.domEventHandlers({
  beforeinput(event, view) {
    if (event.inputType !== 'insertText' || event.data === null || event.isComposing || view.state.readOnly)
      return false;
    if (view.state.selection.main.empty) return false;
    event.preventDefault();
    view.dispatch(view.state.replaceSelection(event.data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

export interface Editor {
  setText(text: string): void;
  setMarks(marks: Marks): void;
  goTo(line: number, column: number): void;
  destroy(): void;
}

export function createEditor({ parent, text, label, readOnly, onEdit, onRun }: EditorOptions): Editor {
  let quiet = false;
  const view = new EditorView({
    parent,
    root: parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        indentUnit.of('\t'),
        EditorState.tabSize.of(2),
        EditorState.readOnly.of(readOnly),
        EditorView.contentAttributes.of({
          'aria-label': label,
          tabindex: '0',
          'data-editor': readOnly ? 'shown' : 'edited',
        }),
        keymap.of([
          {
            key: 'Mod-Enter',
            run: () => {
              onRun();
              return true;
            },
          },
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        go(),
        COLOURS,
        LOOK,
        marksField,
        OVERWRITE,
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !quiet) onEdit(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    setText(now) {
      if (view.state.doc.toString() === now) return;
      quiet = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: now },
        annotations: isolateHistory.of('full'),
      });
      quiet = false;
    },
    setMarks(marks) {
      view.dispatch({ effects: setMarks.of(marks) });
      if (!view.hasFocus) reveal(view, marks.now);
    },
    goTo(line, column) {
      if (line < 1 || line > view.state.doc.lines) return;
      const at = view.state.doc.line(line);
      view.dispatch({ selection: { anchor: Math.min(at.to, at.from + column - 1) }, scrollIntoView: true });
      view.focus();
    },
    destroy: () => {
      view.destroy();
    },
  };
}

/** Brings a line into the editor's own view; the page around it stays where it is. */
function reveal(view: EditorView, line: number): void {
  if (line < 1 || line > view.state.doc.lines) return;
  const { from } = view.state.doc.line(line);
  view.requestMeasure({
    read: () => view.lineBlockAt(from),
    write: ({ top, bottom }) => {
      const { scrollDOM } = view;
      const margin = 2 * (bottom - top);
      if (top - margin < scrollDOM.scrollTop) scrollDOM.scrollTop = top - margin;
      else if (bottom + margin > scrollDOM.scrollTop + scrollDOM.clientHeight)
        scrollDOM.scrollTop = bottom + margin - scrollDOM.clientHeight;
    },
  });
}
