/**
 * How wide a text will be, roughly and never too little: layouts are computed where no font can be asked. Wide characters
 * (Japanese) take a full em, others a little over the half.
 */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u;
const LATIN_EM = 0.54;
const STRONG = 1.04;

/** @param size pixels of the type @returns pixels */
export function textWidth(text: string, size = 11, strong = false): number {
  let em = 0;
  for (const character of text) em += WIDE.test(character) ? 1 : LATIN_EM;
  return em * size * (strong ? STRONG : 1);
}
