import { exampleOf } from './verb-examples.ts';
import { expectedWords, fieldWords, gotWords } from './expected.ts';
import { text, type ProblemParams, type ProblemTable } from './problem-codes.ts';

function exampleJa(p: ProblemParams): string | undefined {
  const example = exampleOf(p, ' または ');
  return example === undefined ? undefined : `${example} のように書いてください。`;
}

const meantWords = (p: ProblemParams): string => (text(p, 'near') === '' ? '' : `（${text(p, 'near')} のことですか）`);
const quoted = (found: string): string => (found === '' ? '' : `見つかったもの：${found}`);

export const PROBLEMS_JA: ProblemTable = {
  'empty-file': () => ({
    what: 'このファイルには何も入っていません。',
    todo: 'kubectl get nodes,pods -A -o yaml の出力を保存して、それを開いてください。',
  }),
  'binary-file': (p) => ({
    what: `これはテキストではありません。先頭から ${text(p, 'offset')} バイト目に値 0 のバイトがあります。`,
    todo: 'kubectl が出力する YAML か JSON を開いてください。',
  }),
  'compressed-file': () => ({
    what: 'このファイルは gzip で圧縮されています。',
    todo: 'gunzip で展開して、その結果を開いてください。',
  }),
  'html-page': () => ({
    what: 'これは YAML ではなくウェブページです。エラー画面やログイン画面が保存されたのかもしれません。',
    todo: 'ブラウザーで開いて内容を確かめ、ファイルを取り直してください。',
  }),
  'helm-template': (p) => ({
    what: `これはマニフェストではなく Helm のテンプレートです。${quoted(text(p, 'found'))}`,
    todo: '先に helm template NAME CHART > rendered.yaml で展開し、rendered.yaml を開いてください。',
  }),
  'kubectl-table': () => ({
    what: 'これは kubectl が人に見せる表で、ほとんどのフィールドが欠けています。',
    todo: 'コマンドに -o yaml か -o json を付けてください。',
  }),
  'kubectl-describe': () => ({
    what: 'これは kubectl describe が人に見せる出力で、ほとんどのフィールドが欠けています。',
    todo: '代わりに kubectl get nodes,pods -A -o yaml を使ってください。',
  }),
  'kubectl-error': (p) => ({
    what: `オブジェクトの代わりに kubectl のエラーが入っています：${text(p, 'text')}`,
    todo: 'エラーの原因を直して、もう一度実行してください。',
  }),
  'utf16-without-mark': () => ({
    what: 'バイト順マークのない UTF-16 のテキストのようです。',
    todo: 'UTF-8 で保存してください。PowerShell なら kubectl … | Out-File -Encoding utf8 dump.yaml です。',
  }),
  'bad-encoding': (p) => ({
    what: `${text(p, 'encoding') === '' ? 'UTF-8' : text(p, 'encoding')} として正しくないバイトがあります。`,
    todo: 'UTF-8 で保存して、もう一度開いてください。',
  }),
  truncated: () => ({
    what: 'オブジェクトの途中でテキストが終わっています。',
    todo: 'ファイルが途中で切れています。kubectl の出力を、終わるまで待って保存し直してください。',
  }),
  'too-large': (p) => ({
    what: `大きさは ${text(p, 'mebibytes')} MiB で、上限は ${text(p, 'limit')} MiB です。`,
    todo: '何も読み込んでいません。kubectl に渡す種類を減らすか、namespace を 1 つに絞ってください。',
  }),
  'too-deep': () => ({
    what: '値の入れ子が深すぎます。',
    todo: 'これほど深い Kubernetes オブジェクトはありません。ファイルを確かめてください。',
  }),
  'bad-yaml': (p) => ({
    what: `YAML として正しくありません：${text(p, 'what')}。${quoted(text(p, 'found'))}`,
    todo: 'この行を直してください。字下げや引用符の抜けがよくある原因です。',
  }),
  'bad-yaml-tab': () => ({
    what: 'この行はタブで字下げされていますが、YAML では空白しか使えません。',
    todo: 'タブを空白に置き換えてください。',
  }),
  'bad-json': (p) => ({
    what: `JSON として正しくありません。${quoted(text(p, 'found'))}`,
    todo: 'この場所を直してください。コンマや引用符がよくある原因です。',
  }),
  'duplicate-key': (p) => ({
    what: `1 つのオブジェクトの中に「${text(p, 'key')}」というキーが 2 つあります。`,
    todo: 'どちらか 1 つを残してください。',
  }),
  'alias-bomb': () => ({ what: 'この YAML のエイリアスは際限なく増えます。', todo: '値をそのまま書いてください。' }),
  'bad-key': (p) => ({ what: `「${text(p, 'key')}」はキーに使えません。`, todo: '取り除いてください。' }),
  'no-objects': () => ({
    what: 'この入力には Kubernetes オブジェクトがありません。',
    todo: 'kubectl get nodes,pods -A -o yaml の出力を開いてください。',
  }),
  'not-an-object': (p) => ({
    what: `ここには Kubernetes オブジェクトが必要です。${quoted(text(p, 'found'))}`,
    todo: '各文書には少なくとも apiVersion、kind、metadata.name が要ります。',
  }),
  'not-kubernetes': (p) => ({
    what: `Kubernetes オブジェクトではありません。apiVersion も kind もありません${
      text(p, 'keys') === '' ? '' : `（あるのは ${text(p, 'keys')}）`
    }。`,
    todo: 'マニフェストか kubectl get -o yaml の出力を開いてください。Helm の values ファイルは使えません。',
  }),
  'missing-field': (p) => ({
    what: `${fieldWords(p)} がありません。`,
    todo:
      exampleJa(p) ??
      (text(p, 'expected') === '' ? '書き足してください。' : `${expectedWords(p, 'ja')}を書き足してください。`),
  }),
  'wrong-type': (p) => ({
    what: `${fieldWords(p) || 'フィールド'} の値が違います${
      text(p, 'expected') === '' ? '' : `。期待する値：${expectedWords(p, 'ja')}`
    }${text(p, 'got') === '' ? '' : `、実際：${gotWords(p, 'ja')}`}。`,
    todo:
      exampleJa(p) ??
      (text(p, 'expected') === '' ? '値を直してください。' : `${expectedWords(p, 'ja')}に直してください。`),
  }),
  'unknown-field': (p) => ({
    what: `${fieldWords(p) || 'この文書'} に ${text(p, 'field')} というフィールドはありません。${
      text(p, 'near') === '' ? '' : `${text(p, 'near')} のことですか。`
    }`,
    todo:
      text(p, 'near') === ''
        ? `あるフィールドは ${text(p, 'known')} です。${exampleJa(p) ?? ''}`
        : `${text(p, 'near')} に直すか、取り除いてください。`,
  }),
  'bad-quantity': (p) => ({
    what: `${text(p, 'got') || 'この値'} は quantity ではありません${text(p, 'path') === '' ? '' : `（${text(p, 'path')}）`}。`,
    todo: '4、500m、8Gi のように、数と Kubernetes の単位で書いてください。',
  }),
  'unknown-api-version': (p) => ({
    what: `${text(p, 'kind') || 'この kind'} は ${text(p, 'apiVersion')} では提供されていません。`,
    todo:
      text(p, 'expected') === ''
        ? 'apiVersion を直してください。'
        : `apiVersion: ${text(p, 'expected')} と書いてください。`,
  }),
  'object-twice': (p) => ({
    what: `${text(p, 'key') || 'このオブジェクト'} が 2 つあり、中身が違います。1 つ目は ${text(p, 'first')} です。`,
    todo: 'どちらか 1 つを残してください。',
  }),
  'object-repeated': (p) => ({
    what: `${text(p, 'key') || 'このオブジェクト'} が 2 つあります。`,
    todo: '1 つ目を使いました。',
  }),
  'refused-object': (p) => ({
    what: `api-server が ${text(p, 'object') || 'このオブジェクト'} を受け付けません：${text(p, 'message')}`,
    todo: 'これを除いて実行を続けます。',
  }),
  'two-scenarios': () => ({
    what: 'kind: Scenario の文書が 2 つあります。',
    todo: '1 つだけ残してください。1 つの入力が 1 つのシナリオになります。',
  }),
  'scenario-too-new': (p) => ({
    what: `この版は ${text(p, 'kind')} ${text(p, 'apiVersion')} を知りません。`,
    todo: 'apiVersion: steplane.dev/v1 と kind: Scenario を書いてください。',
  }),
  'unknown-version': (p) => ({
    what: `Kubernetes ${text(p, 'version')} はシミュレーションできる版に入っていません。`,
    todo:
      text(p, 'supported') === '' ? '別の版を選んでください。' : `${text(p, 'supported')} のどれかを選んでください。`,
  }),
  'unknown-verb': (p) => ({
    what: `timeline に「${text(p, 'verb')}」という動詞はありません。${
      text(p, 'near') === '' ? '' : `${text(p, 'near')} のことですか。`
    }${text(p, 'later') === '' ? '' : `${text(p, 'later')} は後の版で使えるようになります。`}`,
    todo: text(p, 'known') === '' ? '直してください。' : `使えるのは ${text(p, 'known')} です。`,
  }),
  'one-verb': (p) => ({
    what: `timeline の 1 項目ですることは 1 つだけです${
      text(p, 'verbs') === '' ? '。ここには何もありません' : `。ここには ${text(p, 'verbs')} があります`
    }。`,
    todo:
      text(p, 'verbs') === ''
        ? 'することを書いてください。たとえば delete: {kind: Pod, name: web} です。'
        : '動詞ごとに項目を分けてください。',
  }),
  'one-moment': (p) => ({
    what: `timeline の 1 項目の時刻は 1 つだけです${
      text(p, 'moments') === '' ? '。ここにはありません' : `。ここには ${text(p, 'moments')} があります`
    }。`,
    todo: 'at: 2s か afterMillis: 500 のように書いてください。',
  }),
  'unknown-lesson': (p) => ({
    what: `「${text(p, 'name')}」というレッスン用コントローラーはありません。`,
    todo: `${text(p, 'known')} のどれかにしてください。`,
  }),
  'lesson-twice': (p) => ({
    what: `レッスン用コントローラー ${text(p, 'name')} が 2 回書かれています。`,
    todo: '欠陥のあるものか直したものか、どちらか 1 つにしてください。',
  }),
  'unknown-process': (p) => ({
    what: `このクラスターにプロセス「${text(p, 'process')}」はありません${
      text(p, 'path') === '' ? '' : `（${text(p, 'path')}）`
    }。${text(p, 'near') === '' ? '' : `${text(p, 'near')} のことですか。`}`,
    todo: `${text(p, 'known')} のどれかにしてください。`,
  }),
  'fault-of-others': (p) => ({
    what: `${text(p, 'process')} に ${text(p, 'verb')} は起こせません（${text(p, 'path')}）。`,
    todo: `${text(p, 'known')} のどれかにしてください。`,
  }),
  'unknown-resource': (p) => ({
    what: `「${text(p, 'resource')}」というリソースはありません${
      text(p, 'path') === '' ? '' : `（${fieldWords(p)}）`
    }。${text(p, 'near') === '' ? '' : `${text(p, 'near')} のことですか。`}`,
    todo: 'pods のように、小文字の複数形で書いてください。',
  }),
  'unwatched-resource': (p) => ({
    what: `${text(p, 'process')} は ${text(p, 'resource')} を watch していません${
      text(p, 'path') === '' ? '' : `（${text(p, 'path')}）`
    }。`,
    todo:
      text(p, 'known') === ''
        ? 'このプロセスは何も watch していません。'
        : `watch しているのは ${text(p, 'known')} です。`,
  }),
  'listener-makes-process': (p) => ({
    what: `listener ${text(p, 'name')}（${text(p, 'path')}）のプロセス「${text(p, 'process')}」はこのクラスターにありません。${text(p, 'resource')} の informer を持つ専用のプロセスを作りました。`,
    todo: `意図と違うなら、${text(p, 'known')} のどれかにしてください。`,
  }),
  'listener-makes-informer': (p) => ({
    what: `listener ${text(p, 'name')}（${text(p, 'path')}）が聞く ${text(p, 'resource')} の informer は ${text(p, 'process')} にありません。watch を持つ専用の informer を作りました。`,
    todo: `意図と違うなら、${text(p, 'known')} のどれかにしてください。`,
  }),
  'namespace-assumed': (p) => ({
    what: `namespace「${text(p, 'name')}」は入力にありません。その中に入力の object があるため、存在するものとしました。`,
    todo: 'Namespace を入力に加えるか、名前を直してください。',
  }),
  'metric-of-no-pods': (p) => ({
    what: `spec.metrics: label ${text(p, 'about')} を持つ Pod がありません${meantWords(p)}。`,
    todo: 'Pod が持っている label を書いてください。',
  }),
  'metric-of-no-object': (p) => ({
    what: `spec.metrics: ${text(p, 'about')} がありません${meantWords(p)}。`,
    todo: '実際にあるオブジェクトを書いてください。',
  }),
  'metric-of-no-external': (p) => ({
    what: `spec.metrics: external metric ${text(p, 'about')} を求める HorizontalPodAutoscaler がありません${meantWords(p)}。`,
    todo: 'その spec.metrics にある名前を書いてください。',
  }),
  'bad-metric': (p) => ({
    what: `${text(p, 'path')} には測るものがありません。${expectedWords(p, 'ja')} が必要です。`,
    todo: '対象を 1 つ（pods、object、external のどれか）と、その測定値を書いてください。',
  }),
  'verb-not-yet': (p) => ({
    what: `この版は timeline の動詞「${text(p, 'verb')}」をまだ実行できません。`,
    todo: 'その項目を外すか、後の版を待ってください。',
  }),
  'not-acted-on-yet': (p) => ({
    what: `この版は ${text(p, 'what')} にまだ対応していません。`,
    todo: '取り除くか、後の版を待ってください。',
  }),
  'bad-duration': (p) => ({
    what:
      text(p, 'path') === ''
        ? `「${text(p, 'text')}」は時間の長さではありません。`
        : `${fieldWords(p)} は 700ms や 1m30s のような時間の長さにします。実際：${text(p, 'text')}。`,
    todo: '500ms、2s、1m30s のように、数と単位で書いてください。',
  }),
  'negative-duration': (p) => ({
    what: `${fieldWords(p) || '時間の長さ'} を負の値にはできません。実際：${text(p, 'text')}。`,
    todo: '0 か、500ms、2s、1m30s のように数と単位で書いてください。',
  }),
  'bad-time': (p) => ({
    what: `「${text(p, 'text')}」は時刻ではありません${text(p, 'path') === '' ? '' : `（${text(p, 'path')}）`}。`,
    todo: '2026-01-31T12:00:00Z のように書いてください。',
  }),
  undecodable: (p) => ({
    what: `${text(p, 'object')} を保持できる api-server はありません：${text(p, 'message')}`,
    todo: `${text(p, 'path')} を直すか、kubectl get -o yaml が出力するままのオブジェクトを使ってください。`,
  }),
  'not-a-configuration': (p) => ({
    what: `KubeSchedulerConfiguration ではありません（kind は ${text(p, 'kind')}）。`,
    todo: '本物の scheduler に --config で渡すファイルを指定してください。',
  }),
  'bad-configuration': (p) => ({
    what: `この設定では scheduler が起動しません：${text(p, 'message')}`,
    todo: '設定を直してください。文言は本物の scheduler のものです。',
  }),
  'bad-until': (p) => ({
    what: `「${text(p, 'text')}」まで進めることはできません。`,
    todo: /^\d+(?:ms|s|m|h)$/.test(text(p, 'text'))
      ? `time:${text(p, 'text')} ではありませんか。ほかに quiescent、step:120 と書けます。`
      : 'quiescent、step:120、time:30s のように書いてください。',
  }),
  'bad-format': (p) => ({
    what: `「${text(p, 'text')}」という形式はありません。`,
    todo: `${text(p, 'known')} から選んでください。`,
  }),
  'no-such-bench': (p) => ({
    what: `「${text(p, 'name')}」というベンチマークはありません。`,
    todo: `${text(p, 'known')} から選んでください。`,
  }),
  'link-truncated': () => ({
    what: 'このリンクは途中で切れていて、末尾の文字がありません。',
    todo: '元の場所から、最後の文字までコピーし直してください。',
  }),
  'link-corrupt': () => ({
    what: 'このリンクは途中で書き換わっています。検査値が合いません。',
    todo: 'もう一度もらってください。長いリンクを書き換えるプログラムがあります。',
  }),
  'link-too-new': (p) => ({
    what: `このリンクは新しい版の Steplane で作られています${text(p, 'version') === '' ? '' : `（形式 ${text(p, 'version')}）`}。`,
    todo: 'その版で開いてください。',
  }),
  'link-empty': () => ({
    what: 'このリンクにはシナリオが入っていません。',
    todo: '元の場所からコピーし直してください。',
  }),
  'link-too-large': () => ({
    what: 'このリンクの中身は、リンクに入れられる大きさを超えています。',
    todo: 'シナリオをファイルでもらってください。',
  }),
  'link-not-link': () => ({
    what: 'このアドレスは Steplane のリンクではありません。',
    todo: '# の後ろを確かめてください。',
  }),
  'link-unknown-scenario': (p) => ({
    what: `「${text(p, 'name')}」という用意されたシナリオはありません。`,
    todo: '一覧から選んでください。',
  }),
  'link-needs-file': () => ({
    what: 'このリンクは、アドレスに収まらないシナリオのファイルと組になっています。',
    todo: 'リンクと一緒に受け取ったファイルをここに落としてください。リンクの示す瞬間で開きます。',
  }),
  'link-of-lab': () => ({
    what: 'このリンクの先はシナリオではなく、並行処理ラボです。',
    todo: 'ページで開いてください。',
  }),
  'link-wrong-file': () => ({
    what: 'リンクの元になったファイルとは別のファイルです。',
    todo: '先頭で開きました。リンクの示す瞬間を見るには、一緒に受け取ったファイルを落としてください。',
  }),
  'link-moment-missing': (p) => ({
    what: `「${text(p, 'anchor')}」という瞬間は、この実行には現れません。`,
    todo: 'シナリオを先頭で開きました。',
  }),
  'link-differs': (p) => ({
    what: `この実行は、遅くともステップ ${text(p, 'step')} までに、リンクの元の実行と違ってきています。`,
    todo: 'リンクは別の版のエンジンで作られました。見えているのはこの版の実行です。',
  }),
  'file-unreadable': (p) => ({
    what: `ファイルを読めませんでした${text(p, 'message') === '' ? '' : `：${text(p, 'message')}`}。`,
    todo: 'ファイルが今もあり、読めることを確かめて、もう一度試してください。',
  }),
  'not-a-step': (p) => ({
    what: `「${text(p, 'text')}」はステップではありません。`,
    todo: '128、+10、−10 のような数か、0:01.5 のような時刻を書いてください。',
  }),
  'no-such-node': (p) => ({
    what: `node ${text(p, 'node')} はありません。`,
    todo:
      text(p, 'nodes') === '0'
        ? '入力に node が一つもありません。kubectl get nodes -o yaml で得られます。'
        : '名前を確かめてください。',
  }),
  'no-pod-in-file': (p) => ({
    what: `${text(p, 'name')} に Pod も、Pod を作るものもありません。`,
    todo: 'Pod か Deployment のあるファイルを指定してください。',
  }),
  'no-such-pod': (p) => ({
    what: `${text(p, 'pod')} という Pod はありません。`,
    todo: text(p, 'near') === '' ? 'namespace と名前を確かめてください。' : `${text(p, 'near')} のことかもしれません。`,
  }),
  'engine-bug': (p) => ({
    what: `エンジンがステップ ${text(p, 'step') || '0'} で止まりました。こちらの決まりが破れています${
      text(p, 'message') === '' ? '' : `（${text(p, 'message')}）`
    }。`,
    todo: 'この瞬間のリンクを開発者に送ってください。同じ実行がそのまま再現できます。',
  }),
  'worker-unloaded': () => ({
    what: 'シミュレーションを始められませんでした。スクリプトを読み込めません。',
    todo: 'ネットワークを確かめて、もう一度試してください。画面のシナリオはそのまま使えます。',
  }),
  'worker-failed': (p) => ({
    what: `シミュレーションを始められませんでした${text(p, 'message') === '' ? '' : `：${text(p, 'message')}`}。`,
    todo: 'ページを読み込み直してください。それでもだめなら、ブラウザーが web worker を止めているのかもしれません。',
  }),
};
