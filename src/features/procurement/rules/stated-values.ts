import { Exact } from '#contract/money.ts'

/** What stands behind a label. */
export interface Behind {
  /** The text that follows the label and the filler behind it. */
  rest: string
  /** The filler: `（万元）：`. */
  gap: string
  /** The live field of the order. */
  recorded: string
}

export const AMOUNT = /([\d,，]+(?:\.\d+)?)\s*(亿|万)?\s*[元圆]/
export const TIME =
  /(\d{4})\s*[年/.-]\s*(\d{1,2})\s*[月/.-]\s*(\d{1,2})\s*日?(?:\s*(上午|下午|晚上?)?\s*(\d{1,2})\s*[:：时点]\s*(\d{1,2}|半)?\s*分?)?/
const UNITS: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8 }
/** Long enough for every amount, and not for ever. */
const CAPITALS =
  /^[零〇一二三四五六七八九十百千壹贰叁肆伍陆柒捌玖拾佰仟万亿]{1,24}[元圆](?:[零〇一二三四五六七八九壹贰叁肆伍陆柒捌玖]角)?(?:零?[一二三四五六七八九壹贰叁肆伍陆柒捌玖]分)?[整正]?/

/** Each reads the value that follows a label: what is stated where it contradicts, null where it agrees or is no value. */
export const KINDS = {
  amount({ rest, gap, recorded }: Behind): string | null {
    const due = amountOf(recorded)
    const said = digitsIn(afterMove(rest, AMOUNT), gap)
    if (said) return due?.eq(said.value) ? null : said.text
    const capitals = CAPITALS.exec(rest)?.[0]
    if (capitals) return due?.eq(fromCapitals(capitals) ?? due) ? null : capitals
    const nothing = /^(无需缴纳|免收|免缴|免费|不收取|不设|无(?![\u4e00-\u9fa5]))/.exec(rest)?.[0]
    return nothing && due !== null && !due.isZero() ? nothing : null
  },

  time({ rest, recorded }: Behind): string | null {
    const said = TIME.exec(afterMove(rest, TIME))
    if (!said || said.index !== 0) return null
    const [, year, month, day, half, hour, minute] = said
    const two = (n: string | number) => String(n).padStart(2, '0')
    const date = `${year}-${two(month!)}-${two(day!)}`
    if (hour === undefined) return recorded.startsWith(date) ? null : said[0].trim()
    const late = half && /下午|晚/.test(half) && Number(hour) < 12 ? 12 : 0
    const at = `${date} ${two(Number(hour) + late)}:${minute === '半' ? '30' : two(minute || 0)}`
    return at === recorded || (Number(hour) === 24 && isMidnightAfter(date, recorded)) ? null : said[0].trim()
  },

  list({ rest, recorded }: Behind): string | null {
    const said = /^[^。；;\n|]{1,200}/.exec(rest)?.[0].trim()
    if (!said || said.startsWith('{{')) return null
    const isNone = /^(无|不需要|不须)$/.test(said)
    if (recorded === '无') return isNone || !/(执照|许可|证书|资质|证明|声明)/.test(said) ? null : said
    return isNone || recorded.split('、').some((paper) => !said.includes(paper)) ? said : null
  },

  name({ rest, recorded }: Behind): string | null {
    const said = /^[\u4e00-\u9fa5（）()A-Za-z0-9·]{4,60}?(?:公司|集团|中心|厂|院|所|社|合伙企业（[^）]*）)/.exec(
      rest,
    )?.[0]
    return said && said !== recorded && !recorded.startsWith(said) ? said : null
  },
} satisfies Record<string, (behind: Behind) => string | null>

/** A number with its unit; the unit may stand in the label: `保证金（万元）：6`. */
function digitsIn(rest: string, gap: string): { value: Exact; text: string } | null {
  const said = /^((?:\d{1,3}(?:[,，]\d{3})+|\d+)(?:\.\d+)?)\s*(亿|万)?\s*(?:([元圆])|(?! ?[\d.,，%％‰]))/.exec(rest)
  if (!said) return null
  const inLabel = /[（(](?:单位[:：])?(?:人民币)?([亿万]?)元[）)]/.exec(gap)
  if (!said[3] && !inLabel) return null
  const unit = UNITS[(said[3] ? said[2] : inLabel![1]) ?? ''] ?? 1
  return { value: new Exact(said[1]!.replaceAll(/[,，]/g, '')).times(unit), text: said[0].trim() }
}

const DIGITS: Readonly<Record<string, number>> = Object.fromEntries(
  ['零〇', '一壹', '二贰', '三叁', '四肆', '五伍', '六陆', '七柒', '八捌', '九玖'].flatMap((signs, i) =>
    [...signs].map((sign) => [sign, i]),
  ),
)
const PLACES: Readonly<Record<string, number>> = { 十: 10, 拾: 10, 百: 100, 佰: 100, 千: 1000, 仟: 1000 }

/** The amount of `陆万元整` or `六万元`; null where it is none. Undoes `toCapitals`, and is not as strict. */
function fromCapitals(text: string): Exact | null {
  let [whole, group, digit, cents] = [new Exact(0), 0, 0, 0]
  for (const sign of text) {
    if (sign in DIGITS) digit = DIGITS[sign]!
    else if (sign in PLACES) {
      group += (digit || 1) * PLACES[sign]!
      digit = 0
    } else if (sign in UNITS) {
      // 亿 counts what stands before it as a whole: 一万亿.
      const part = new Exact(group + digit)
      whole = sign === '亿' ? whole.plus(part).times(UNITS[sign]!) : whole.plus(part.times(UNITS[sign]!))
      ;[group, digit] = [0, 0]
    } else if (/[元圆]/.test(sign)) {
      whole = whole.plus(group + digit)
      ;[group, digit] = [0, 0]
    } else if (sign === '角') cents += digit * 10
    else if (sign === '分') cents += digit
  }
  return whole.isZero() && cents === 0 && !/零/.test(text) ? null : whole.plus(new Exact(cents).div(100))
}

/** Behind `由 X 变更为` the new value begins; without it the text as it is. */
function afterMove(rest: string, value: RegExp): string {
  const move = new RegExp(
    `^[由从]\\s*${value.source}\\s*(?:变更|调整|延期|延长|顺延|修改|更改|延)(?:为|至|到)?\\s*`,
  ).exec(rest)
  return move ? rest.slice(move[0].length) : rest
}

/** The amount of a live field, `1,000.00 元`; of 免费, 无需缴纳 and the like zero or, where none is set, null. */
function amountOf(recorded: string): Exact | null {
  const digits = /^([\d,]+(?:\.\d+)?) 元$/.exec(recorded)?.[1]
  if (digits) return new Exact(digits.replaceAll(',', ''))
  return recorded.startsWith('不设') ? null : new Exact(0)
}

/** `24:00` of a day is `00:00` of the next. */
function isMidnightAfter(date: string, recorded: string): boolean {
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return recorded === `${next} 00:00` || recorded === `${date} 24:00`
}
