/** select takes any ready case. Models: the select statement of the Go specification, go1.26. */
import type { Lab } from '../lab.ts';
import { ONE_SELECT, TWO_SELECTS } from './programs.ts';

export const SELECT_FAIRNESS: Lab = {
  id: 'select-fairness',
  title: { en: 'A select has no first case', ja: 'select に先頭はない' },
  line: {
    en: 'Of several ready cases a select takes any: order in the text is no priority.',
    ja: '準備のできた case が複数あれば、select はどれでも選びます。書いた順は優先順位ではありません。',
  },
  rows: [],
  variants: [
    {
      id: 'one-select',
      title: { en: 'Urgent written first', ja: 'urgent を先に書く' },
      text: ONE_SELECT,
      faulty: true,
      cure: 'two-selects',
      expect: 'wrong-result',
      sign: 'wrong order',
    },
    {
      id: 'two-selects',
      title: { en: 'Urgent asked first', ja: 'urgent を先に尋ねる' },
      text: TWO_SELECTS,
      faulty: false,
      expect: 'none',
      sign: 'wrong order',
    },
  ],
  note: {
    en: 'A switch tries its cases from the top. A select does not: if several cases are ready it takes one of them by uniform chance. This is on purpose. If the first won, a busy channel at the top would starve all below it. So the order in which cases are written says nothing, and a program that puts “urgent” or “stop” first to prefer it is wrong in about half of the runs in which both are ready, and right in all tests in which they never are. Priority has to be asked for: first a select with only the urgent case and a default, which does not wait, and then the select over all. This is not airtight either. Between the two something urgent may arrive and lose once; what the pattern promises is that an urgent value that was there before take was called goes first. In this lab both values lie in their channels before the first select, so the second program is right in every schedule, and the explorer can walk both options of each choice.',
    ja: 'switch は上から順に試しますが、select は違います。複数の case が準備できていれば、その中から等しい確率で1つを選びます。これは意図された仕様です。先頭が勝つなら、上にある忙しいチャネルが下をすべて飢えさせるからです。つまり case を書く順序に意味はありません。urgent や stop を優先しようと先頭に書いたプログラムは、両方が準備できた実行の約半分で誤ります。テストで両方が揃わなければ、いつも正しく見えます。優先したいなら、そう尋ねる必要があります。まず urgent だけの case と default を持つ、待たない select。その後に全部の select です。これも完全ではありません。2つの間に urgent が届けば、一度は負けます。このパターンが約束するのは、take を呼ぶ前からあった urgent の値が先になることです。このラボでは最初の select の前に両方の値がチャネルにあるので、2つ目のプログラムはどのスケジュールでも正しく、探索器はそれぞれの選択肢を両方とも試せます。',
  },
  question: {
    text: {
      en: 'Both channels hold a value, and the case of urgent is written first. Which value comes?',
      ja: '両方のチャネルに値があり、urgent の case が先に書かれています。どちらの値が来ますか。',
    },
    options: [
      {
        text: { en: 'urgent, always', ja: 'いつも urgent' },
        right: false,
        why: {
          en: 'That would be a switch. The order of cases means nothing here.',
          ja: 'それは switch です。ここでは case の順序に意味はありません。',
        },
      },
      {
        text: { en: 'Either, by chance', ja: 'どちらか、偶然による' },
        right: true,
        why: {
          en: 'All ready cases have the same chance, so that none can starve.',
          ja: '準備できた case はどれも同じ確率です。飢える case を作らないためです。',
        },
      },
      {
        text: { en: 'The one that was sent first', ja: '先に送られた方' },
        right: false,
        why: {
          en: 'A channel keeps the order of its own values; two channels know nothing of each other.',
          ja: '順序が保たれるのは1つのチャネルの中だけです。',
        },
      },
    ],
  },
  point: {
    variant: 'one-select',
    turns: [{ goroutine: 1 }, { goroutine: 2 }, { goroutine: 1, option: 1 }],
    kind: 'select',
    goroutine: 1,
  },
  cost: 'published',
};
