/** Row W1: functional options, with the missing return of the newsletter's example. */
import type { Lab } from '../lab.ts';
import { FORGOTTEN, RETURNED, SWAPPED } from './programs.ts';

export const OPTIONS: Lab = {
  id: 'options',
  title: { en: 'Functional options', ja: '関数オプション' },
  line: {
    en: 'An option that forgets its return leaves a nil behind, and it panics later.',
    ja: 'return を忘れたオプションは nil を残し、後で panic します。',
  },
  rows: ['W1'],
  variants: [
    {
      id: 'forgotten',
      title: { en: 'The value is not returned', ja: '値を返し忘れる' },
      text: FORGOTTEN,
      faulty: true,
      cure: 'returned',
      expect: 'wrong-result',
      sign: 'zero value',
    },
    {
      id: 'returned',
      title: { en: 'The value is returned', ja: '値を返す' },
      text: RETURNED,
      faulty: false,
      expect: 'none',
      sign: 'zero value',
    },
    {
      id: 'swapped',
      title: { en: 'Options in another order', ja: 'オプションの順序を変える' },
      text: SWAPPED,
      faulty: false,
      expect: 'none',
      sign: 'zero value',
    },
  ],
  note: {
    en: 'An option is a function that changes one field. The constructor starts from its defaults and applies the options in the order in which they were written. Three rules follow. Without options the defaults stay. Of two options for the same field the last wins. The order of options for different fields does not matter. Callers name only what differs, and a new option breaks none of them; the other ways, a long list of arguments or a struct whose zero values may be meant or forgotten, do not have both. The first program shows how the pattern fails quietly: it fills a local service, applies every option, and returns without it. With a named result a bare return is legal, so the compiler does not complain; the caller receives the zero value, port 0 and an empty name, whatever the options said. With an unnamed result the compiler would have said “missing return” or “not enough return values”. This lab has a single goroutine and no schedule to fear.',
    ja: 'オプションは、フィールドを1つ変える関数です。コンストラクターは既定値から始め、書かれた順にオプションを適用します。ここから3つの規則が決まります。オプションがなければ既定値のまま。同じフィールドのオプションが2つあれば、後のものが勝つ。別々のフィールドなら順序は関係ない。呼び出し側は違う所だけを書けばよく、オプションが増えても既存の呼び出しは壊れません。長い引数リストや、ゼロ値が意図か書き忘れか分からない構造体では、この両方は得られません。最初のプログラムは、このパターンが静かに失敗する例です。ローカルの service を組み立て、オプションをすべて適用し、それを返さずに戻ります。名前付きの結果では裸の return が許されるので、コンパイラーは何も言いません。呼び出し側は、オプションが何であれ、ポート 0、空の名前というゼロ値を受け取ります。名前のない結果なら、コンパイラーが missing return か not enough return values と指摘したはずです。このラボの goroutine は1つだけで、スケジュールの心配はありません。',
  },
  question: {
    text: {
      en: 'newService("web", withPort(8080), withPort(9090)) and a correct return: which port?',
      ja: '正しく値を返すとき、newService("web", withPort(8080), withPort(9090)) のポートはどれですか。',
    },
    options: [
      {
        text: { en: '80', ja: '80' },
        right: false,
        why: {
          en: 'The default stays only where no option touches the field.',
          ja: '既定値が残るのは、どのオプションも触れないときだけです。',
        },
      },
      {
        text: { en: '8080', ja: '8080' },
        right: false,
        why: { en: 'It was set, and then set again.', ja: '一度設定され、その後もう一度設定されました。' },
      },
      {
        text: { en: '9090', ja: '9090' },
        right: true,
        why: {
          en: 'Options are applied in order, so the last wins.',
          ja: '順に適用されるので、最後のものが勝ちます。',
        },
      },
    ],
  },
  point: { variant: 'forgotten', turns: [], kind: 'print', nth: 1 },
  cost: 'published',
};
