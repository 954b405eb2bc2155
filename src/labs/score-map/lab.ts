/**
 * Row S3: scores written by many goroutines. Models: the article's map; the slots of RunScorePlugins in
 * pkg/scheduler/framework/runtime/framework.go, Kubernetes 1.35.
 */
import type { Lab, Param } from '../lab.ts';
import { LOCKED, MAP, SLOTS } from './programs.ts';

const NODES: readonly Param[] = [{ name: 'nodes', label: { en: 'nodes', ja: 'ノード' }, value: 3, min: 1, max: 6 }];

export const SCORE_MAP: Lab = {
  id: 'score-map',
  title: { en: 'Scores in a map', ja: 'マップに集めるスコア' },
  line: {
    en: 'Workers that write scores into one map race; a slot for each node does not.',
    ja: '1つのマップにスコアを書くと競合します。ノードごとの枠なら競合しません。',
  },
  rows: ['S3'],
  variants: [
    {
      id: 'map',
      title: { en: 'Plain map', ja: 'ただのマップ' },
      text: MAP,
      faulty: true,
      cure: 'slots',
      expect: 'panic',
      also: ['race'],
      params: NODES,
    },
    {
      id: 'locked',
      title: { en: 'Map with a lock', ja: 'ロック付きのマップ' },
      text: LOCKED,
      faulty: false,
      expect: 'none',
      params: NODES,
    },
    {
      id: 'slots',
      title: { en: 'A slot for each node', ja: 'ノードごとの枠' },
      text: SLOTS,
      faulty: false,
      expect: 'none',
      params: NODES,
    },
  ],
  note: {
    en: 'The article scores nodes in parallel and puts each score into a plain map. Every goroutine writes a key of its own, and still they collide: a map has one table, one count and one mark “somebody is writing”. If a second writer sees the mark, the runtime ends the program with “concurrent map writes”. It checks cheaply and not always, so small clusters may run for years: of 30 runs each with Go 1.19 on two cores, 0 died with 10 nodes, 2 with 100, 15 with 1,000 and 28 with 5,000. A lock cures it and makes the writers queue. kube-scheduler needs neither (pkg/scheduler/framework/runtime/framework.go): before it starts it makes a slice with one slot for each node, and each worker writes only the slot of its index. Elements of a slice are variables of their own in Go’s memory model, so nothing is shared while the workers run, and the wait at the end makes all writes visible. The result is the same in every schedule.',
    ja: '記事のコードはノードのスコアを並列に計算し、結果をただのマップに入れます。どの goroutine も自分専用のキーに書くのに、衝突します。マップの表と件数と「書き込み中」の印は1つだからです。別の書き手がその印を見ると、ランタイムは concurrent map writes でプログラムを終わらせます。検査は軽く、必ず見つけるわけではないので、小さなクラスターでは何年も動くことがあります。Go 1.19、2 コアで 30 回ずつ試すと、異常終了は 10 ノードで 0 回、100 で 2 回、1,000 で 15 回、5,000 で 28 回でした。ロックを使えば直りますが、書き手が並んで待ちます。kube-scheduler はどちらも使いません（pkg/scheduler/framework/runtime/framework.go）。始める前にノードごとに1枠のスライスを作り、各ワーカーは自分の番号の枠にだけ書きます。Go のメモリモデルではスライスの要素は別々の変数なので、動いている間に共有されるものはなく、最後の待ち合わせですべての書き込みが見えるようになります。結果はどのスケジュールでも同じです。',
  },
  question: {
    text: {
      en: 'Each goroutine writes scores[node] of its own node. For which kind of scores is that safe without a lock?',
      ja: '各 goroutine は自分のノードの scores[node] に書きます。ロックなしで安全なのは、scores が何のときですか。',
    },
    options: [
      {
        text: { en: 'Both a map and a slice', ja: 'マップでもスライスでも' },
        right: false,
        why: {
          en: 'Writing a map changes what all keys share.',
          ja: 'マップへの書き込みは、全キーが共有する部分を変えます。',
        },
      },
      {
        text: { en: 'Only a slice that is long enough already', ja: '十分な長さのスライスだけ' },
        right: true,
        why: {
          en: 'Its elements are separate variables. append would not do: it changes the length and may move the array.',
          ja: '要素は別々の変数です。append は長さを変え、配列を移すこともあるので使えません。',
        },
      },
      {
        text: { en: 'Only a map made with enough room', ja: '十分な容量で作ったマップだけ' },
        right: false,
        why: {
          en: 'Room avoids growing, not the shared count and mark.',
          ja: '容量で避けられるのは拡張だけです。件数と印は共有のままです。',
        },
      },
    ],
  },
  point: {
    variant: 'map',
    turns: [{ goroutine: 1 }, { goroutine: 2, until: 'map-write' }, { goroutine: 3 }],
    kind: 'fatal',
    goroutine: 3,
  },
  cost: 'published',
};
