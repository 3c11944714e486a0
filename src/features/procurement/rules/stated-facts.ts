import { Exact, toCapitals } from '#contract/money.ts'
import { type RichNode, textOf } from './rich-text.ts'

/** A place where a text states something else than the record. */
export interface Contradiction {
  /** What is stated: `投标保证金`. */
  name: string
  /** As the text says it. */
  stated: string
  /** As the record says it. */
  recorded: string
}

/**
 * Where a text states another amount, time or list than the live fields of its order (`orderFields`); each name once.
 *
 * A statement is a label that is followed by a value, with nothing but filler between (`为`, `：`, `人民币`). Looser
 * wording is not judged: refusing a right text would be worse. Amounts are compared by value, also in 万元 or capitals;
 * times by what the text gives of them: a day alone is compared with the day. In `由…变更为…` the second value counts,
 * and what is called former (`原投标截止时间`) is left alone.
 */
export function contradictions(text: RichNode | string, fields: Readonly<Record<string, string>>): Contradiction[] {
  const lines = typeof text === 'string' ? [text] : linesOf(text)
  return STATEMENTS.flatMap(({ name, labels, kind }) => {
    const recorded = fields[name]
    if (recorded === undefined) return []
    const pattern = new RegExp(`(?<!原)(?:${labels.join('|')})${GAP}`, 'g')
    for (const line of lines) {
      for (const match of line.matchAll(pattern)) {
        // Names and lists have no shape of their own: only what follows a colon is one.
        if ((kind === 'list' || kind === 'name') && !/[：:|为]\s*$/.test(match[0])) continue
        const stated = KINDS[kind](line.slice(match.index + match[0].length), recorded)
        if (stated !== null) return [{ name, stated, recorded }]
      }
    }
    return []
  })
}

/** A contradiction in words, for the person who wrote the text. */
export function contradictionText({ name, stated, recorded }: Contradiction): string {
  return `正文写明${name}“${stated}”，与采购单的“${recorded}”不一致`
}

const STATEMENTS: readonly { name: string; labels: readonly string[]; kind: keyof typeof KINDS }[] = [
  { name: '投标保证金', labels: ['保证金金额', '保证金数额', '保证金'], kind: 'amount' },
  { name: '最高限价', labels: ['最高投标限价', '最高限价', '招标控制价', '控制价', '起始价'], kind: 'amount' },
  { name: '招标文件售价', labels: ['文件售价', '文件每套售价', '文件价格', '售价'], kind: 'amount' },
  { name: '中标金额', labels: ['中标金额', '成交金额', '中标价', '成交价'], kind: 'amount' },
  { name: '报名截止时间', labels: ['报名截止时间', '报名截止日期', '报名截止'], kind: 'time' },
  { name: '提问截止时间', labels: ['提问截止时间', '提问截止', '疑问须于', '疑问应于', '疑问截止时间'], kind: 'time' },
  {
    name: '投标截止时间',
    labels: ['投标截止时间', '投标截止日期', '投标文件递交截止时间', '递交截止时间', '投标截止'],
    kind: 'time',
  },
  { name: '开标时间', labels: ['开标时间', '开标日期'], kind: 'time' },
  { name: '竞价开始时间', labels: ['竞价开始时间', '竞价时间'], kind: 'time' },
  {
    name: '招标文件获取开始时间',
    labels: ['文件获取开始时间', '文件发售开始时间', '文件获取时间', '文件发售时间'],
    kind: 'time',
  },
  { name: '招标文件获取截止时间', labels: ['文件获取截止时间', '文件发售截止时间'], kind: 'time' },
  { name: '公示截止时间', labels: ['公示截止时间', '公示期至', '公示期限至', '公示截止'], kind: 'time' },
  { name: '报名资料', labels: ['报名时须提交', '报名须提交', '报名资料'], kind: 'list' },
  { name: '中标人', labels: ['中标人', '成交人', '中标供应商', '成交供应商'], kind: 'name' },
]

/** What may stand between a label and its value. */
const GAP =
  '(?:金额|数额|标准|人民币|（(?:大写|小写|北京时间[^）]{0,12}|人民币|元)）|\\((?:大写|小写|人民币)\\)|大写|小写|应?为|是|定于|延期至|延长至|顺延至|调整为|变更为|延至|至|：|:|￥|¥|\\|| )*'

/** Each reads the value that follows a label: what is stated where it contradicts, null where it agrees or is no value. */
const KINDS = {
  amount(rest: string, recorded: string): string | null {
    const due = amountOf(recorded)
    const said = /^([\d,，]+(?:\.\d+)?)\s*(亿|万)?\s*[元圆]/.exec(afterMove(rest, AMOUNT))
    if (said) {
      const value = new Exact(said[1]!.replaceAll(/[,，]/g, '')).times(UNITS[said[2] ?? ''] ?? 1)
      return due?.eq(value) ? null : said[0]
    }
    const capitals = /^[零壹贰叁肆伍陆柒捌玖拾佰仟万亿元圆角分整正]{3,}/.exec(rest)?.[0]
    if (capitals) {
      const plain = capitals.replaceAll('圆', '元').replace(/正$/, '整')
      return due && [toCapitals(due.toFixed()), `${toCapitals(due.toFixed())}整`].includes(plain) ? null : capitals
    }
    const nothing = /^(无需缴纳|免收|免缴|免费|不收取|不设|无(?![\u4e00-\u9fa5]))/.exec(rest)?.[0]
    return nothing && due !== null && !due.isZero() ? nothing : null
  },

  time(rest: string, recorded: string): string | null {
    const said = TIME.exec(afterMove(rest, TIME))
    if (!said || said.index !== 0) return null
    const [, year, month, day, half, hour, minute] = said
    const two = (n: string | number) => String(n).padStart(2, '0')
    const date = `${year}-${two(month!)}-${two(day!)}`
    if (hour === undefined) return recorded.startsWith(date) ? null : said[0].trim()
    const late = half && /下午|晚/.test(half) && Number(hour) < 12 ? 12 : 0
    const at = `${date} ${two(Number(hour) + late)}:${two(minute || 0)}`
    return at === recorded || (Number(hour) === 24 && isMidnightAfter(date, recorded)) ? null : said[0].trim()
  },

  list(rest: string, recorded: string): string | null {
    const said = /^[^。；;\n|]{1,200}/.exec(rest)?.[0].trim()
    if (!said || said.startsWith('{{')) return null
    const isNone = /^(无|不需要|不须)$/.test(said)
    if (recorded === '无') return isNone || !/(执照|许可|证书|资质|证明|声明)/.test(said) ? null : said
    return isNone || recorded.split('、').some((paper) => !said.includes(paper)) ? said : null
  },

  name(rest: string, recorded: string): string | null {
    const said = /^[\u4e00-\u9fa5（）()A-Za-z0-9·]{4,60}?(?:公司|集团|中心|厂|院|所|社|合伙企业（[^）]*）)/.exec(
      rest,
    )?.[0]
    return said && said !== recorded && !recorded.startsWith(said) ? said : null
  },
} satisfies Record<string, (rest: string, recorded: string) => string | null>

const AMOUNT = /([\d,，]+(?:\.\d+)?)\s*(亿|万)?\s*[元圆]/
const TIME =
  /(\d{4})\s*[年/.-]\s*(\d{1,2})\s*[月/.-]\s*(\d{1,2})\s*日?(?:\s*(上午|下午|晚上?)?\s*(\d{1,2})\s*[:：时点]\s*(\d{1,2})?\s*分?)?/
const UNITS: Readonly<Record<string, number>> = { 万: 1e4, 亿: 1e8 }

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

/** Each paragraph is a line; the cells of a table row are one, since label and value stand side by side. */
function linesOf(node: RichNode): string[] {
  if (node.type === 'tableRow') return [(node.content ?? []).map((cell) => textOf(cell).trim()).join('|')]
  if (node.type === 'paragraph' || node.type === 'heading') return textOf(node).split('\n').filter(Boolean)
  return (node.content ?? []).flatMap(linesOf)
}
