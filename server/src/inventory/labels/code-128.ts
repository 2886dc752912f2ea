// A library for barcodes has over 10 MB for the hundred kinds that we don't print.

/** Widths of bars and spaces of the symbols 0 to 102, six each (ISO/IEC 15417). */
const symbols = (
  "212222222122222221121223121322131222122213122312132212221213221312231212112232122132" +
  "122231113222123122123221223211221132221231213212223112312131311222321122321221312212" +
  "322112322211212123212321232121111323131123131321112313132113132311211313231113231311" +
  "112133112331132131113123113321133121313121211331231131213113213311213131311123311321" +
  "331121312113312311332111314111221411431111111224111422121124121421141122141221112214" +
  "112412122114122411142112142211241211221114413111241112134111111242121142121241114212" +
  "124112124211411212421112421211212141214121412121111143111341131141114113114311411113" +
  "411311113141114131311141411131"
).match(/.{6}/g) as readonly string[];
const START_B = "211214";
const START_B_VALUE = 104;
const STOP = "2331112";

/**
 * Returns the widths of the bars and spaces of a Code 128 barcode in turn, beginning with a bar, in
 * widths of its thinnest bar. `text` is printable ASCII.
 * @throws Error if it isn't
 */
export function code128(text: string): readonly number[] {
  const values = [...text].map((character) => (character.codePointAt(0) ?? 0) - 32);
  if (values.some((value) => value < 0 || value > 94))
    throw new Error(`No barcode has these characters: ${text}`);
  const check = values.reduce((sum, value, at) => sum + value * (at + 1), START_B_VALUE) % 103;
  const widths = START_B + [...values, check].map((value) => symbols[value]).join("") + STOP;
  return [...widths].map(Number);
}
