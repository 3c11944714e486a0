/**
 * A line as one would type it anew: full-width digits, Latin letters and signs of numbers made plain, radicals that fonts
 * give for characters (⽇ for 日) put right, and the blanks taken out that only spread the characters (`保 证 金`,
 * `6 0 , 0 0 0 元`, `60 000 元`, `2026 年`). Blanks between words and numbers stay.
 */
export function plainLine(text: string): string {
  return text
    .replace(/[\u2e80-\u2fdf\uf900-\ufaff]/g, (sign) => sign.normalize('NFKC'))
    .replace(/[０-９Ａ-Ｚａ-ｚ．－／％￥]/g, (sign) => sign.normalize('NFKC'))
    .replace(/[\s\u200b\ufeff]+/g, ' ')
    .replace(/(?<=[\u4e00-\u9fa5：，、（）《》“”]) (?=[\u4e00-\u9fa5：，、（）《》“”])/g, '')
    .replace(/(?<![\d.,:/-])\d(?: [\d,.]){2,}(?! ?[\d:])/g, (spread) => spread.replaceAll(' ', ''))
    .replace(/(?<![\d.,:/-])\d{1,3}(?: \d{3})+(?=\.\d\d(?!\d)| ?(?:亿|万)?[元圆])/g, (spread) =>
      spread.replaceAll(' ', ''),
    )
    .trim()
}
