/** The upper row: kubectl, the api-server with etcd's strip, the controller manager, and the lines between them. */
import type { ReactElement } from 'react';
import { textWidth } from '../../derive/text-width.ts';
import type { PictureProps } from './picture-props.ts';
import { Controllers, Lessons } from './controllers-box.tsx';
import { cut, Edge, Frame, Part, Word } from './parts.tsx';

function Strip({ layout, view }: PictureProps): ReactElement {
  const { strip, cells, kind } = layout;
  const w = strip.w / cells;
  const shown = view.revisions.slice(-cells);
  const two = kind !== 'phone';
  return (
    <g>
      {Array.from({ length: cells }, (_, i) => {
        const cell = shown[i - (cells - shown.length)];
        const now = cell?.step === view.step && view.step > 0;
        const x = strip.x + i * w;
        return (
          <g key={i} className={now ? 'st-cell now' : 'st-cell'}>
            <rect x={x + 0.5} y={strip.y + 0.5} width={w} height={strip.h} />
            {cell === undefined ? undefined : (
              <>
                <Word x={x + w / 2} y={strip.y + (two ? 16 : strip.h / 2 + 4)} anchor="middle">
                  {cut(cell.kind, w - 2, 5.6)}
                </Word>
                {two ? (
                  <Word x={x + w / 2} y={strip.y + 32} as="f" anchor="middle">
                    {cell.revision}
                  </Word>
                ) : undefined}
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}

function ApiServer(props: PictureProps): ReactElement {
  const { layout, view, words } = props;
  const { api, strip, kind } = layout;
  const phone = kind === 'phone';
  const inset = phone ? 10 : 16;
  const now = view.revisions.some((cell) => cell.step === view.step && view.step > 0);
  const name = phone ? 'api-server' : 'kube-apiserver';
  const room = api.w - 2 * inset - textWidth(name, 13, true) - textWidth(String(view.revision), 13, true) - 16;
  return (
    <Part id="api-server" at={api} label={`kube-apiserver, ${words.revision} ${view.revision}`}>
      <Frame at={api} className="st-box api" />
      <Word x={api.x + inset} y={api.y + (phone ? 18 : 24)} as="t">
        {name}
      </Word>
      <text x={api.x + api.w - inset} y={api.y + (phone ? 18 : 24)} textAnchor="end" className="st-w l">
        {textWidth(words.revision) <= room ? `${words.revision} ` : ''}
        <tspan className={now ? 'st-rev now' : 'st-rev'}>{view.revision}</tspan>
      </text>
      <Strip {...props} />
      {phone ? undefined : (
        <Word x={strip.x} y={strip.y + strip.h + 18} as="f">
          {cut(api.w > 400 ? words.etcd : words.etcdShort, api.w - 20, 5.4)}
        </Word>
      )}
    </Part>
  );
}

function ClientLines({ layout, words, now }: PictureProps): ReactElement {
  const { lines, api, controllers, kubectl } = layout;
  const right = lines.controllersDown[0];
  const write = lines.controllersUp[0];
  if (right === undefined || write === undefined || kubectl === undefined || controllers === undefined) return <g />;
  const gap = (api.x + api.w + controllers.x) / 2;
  const busy = ['line/controllers', 'line/lesson'].some((line) => now.has(`${line}/up`) || now.has(`${line}/down`));
  const split = lines.lessonDown !== undefined;
  return (
    <g>
      <Edge points={lines.kubectlUp} />
      <Edge points={lines.kubectlDown} />
      <Edge points={lines.controllersDown} watch />
      <Edge points={lines.controllersUp} />
      {lines.lessonDown === undefined ? undefined : <Edge points={lines.lessonDown} watch />}
      {lines.lessonUp === undefined ? undefined : <Edge points={lines.lessonUp} />}
      {busy ? undefined : (
        <>
          <Word x={gap} y={split ? write.y + 17 : right.y - 12} anchor="middle">
            {words.watch}
          </Word>
          <Word x={gap} y={write.y + (split ? 30 : 21)} anchor="middle">
            {words.write}
          </Word>
        </>
      )}
    </g>
  );
}

export function Clients(props: PictureProps): ReactElement {
  const { layout, deed } = props;
  const { kubectl } = layout;
  return (
    <>
      {kubectl === undefined ? undefined : (
        <>
          <ClientLines {...props} />
          <Part id="kubectl" at={kubectl} label="kubectl">
            <Frame at={kubectl} />
            <Word x={kubectl.x + 12} y={kubectl.y + 23} as="t">
              kubectl
            </Word>
            <Word x={kubectl.x + 12} y={kubectl.y + 42} as="m">
              {cut(deed, kubectl.w - 20, 6.8)}
            </Word>
          </Part>
        </>
      )}
      <ApiServer {...props} />
      <Controllers {...props} />
      <Lessons {...props} />
    </>
  );
}
