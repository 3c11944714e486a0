import { plainLine } from './plain-line.ts'
import { type RichNode, textOf } from './rich-text.ts'
import { KINDS } from './stated-values.ts'

/** A place where a text states something else than the record. */
export interface Contradiction {
  /** The live field: `投标保证金`. */
  name: string
  /** What the text itself calls it: `响应保证金`. */
  label: string
  /** As the text says it. */
  stated: string
  /** As the record says it. */
  recorded: string
}

/** A contradiction, and where in its line the label begins. */
export interface Misstatement extends Contradiction {
  kind: keyof typeof KINDS
  index: number
}

/**
 * Where a text states another amount, time or list than the live fields of its order (`orderFields`); each name once.
 *
 * A statement is a label that is followed by a value, with nothing but filler between (`为`, `：`, `人民币`). Looser
 * wording is not judged: refusing a right text would be worse. Amounts are compared by value, also in 万元 or capitals;
 * times by what the text gives of them: a day alone is compared with the day. In `由…变更为…` the second value counts,
 * and what is called former (`原投标截止时间`) or something else (`履约保证金`, `监护仪最高限价`) is left alone.
 */
export function contradictions(text: RichNode | string, fields: Readonly<Record<string, string>>): Contradiction[] {
  const lines = typeof text === 'string' ? [text] : linesOf(text)
  const all = lines.flatMap((line) => misstatements(plainLine(line), fields))
  return STATEMENTS.flatMap(({ name }) => {
    const first = all.find((one) => one.name === name)
    return first ? [{ name, label: first.label, stated: first.stated, recorded: first.recorded }] : []
  })
}

/** All that a line (of `plainLine`) states otherwise than the fields. */
export function misstatements(line: string, fields: Readonly<Record<string, string>>): Misstatement[] {
  if (!ANY_LABEL.test(line)) return []
  return STATEMENTS.flatMap(({ name, kind, pattern, perItem = false }) => {
    const recorded = fields[name]
    if (recorded === undefined) return []
    return [...line.matchAll(pattern)].flatMap(({ index, 0: label, groups }): Misstatement[] => {
      const gap = groups!.gap!
      // Names and lists have no shape of their own: only what follows a colon is one.
      if ((kind === 'list' || kind === 'name') && !/[：:|为]\s*$/.test(gap)) return []
      const rest = line.slice(index + label.length)
      if (perItem && isOfOneItem(line.slice(0, index), rest)) return []
      const stated = KINDS[kind]({ rest, gap, recorded })
      return stated === null
        ? []
        : [
            {
              name,
              label: wholeLabel(line.slice(0, index), label.slice(0, -gap.length || undefined)),
              stated,
              recorded,
              kind,
              index,
            },
          ]
    })
  })
}

/** A contradiction in words, for the person who wrote the text: in that text's own, so that they suit every method. */
export function contradictionText({ label, stated, recorded }: Contradiction): string {
  return `正文写明${label}“${stated}”，与采购单的“${recorded}”不一致`
}

/** What may stand right before a label; another Chinese word makes it the label of something else. */
const BEFORE = ['项目', '项目的', '标段', '标段的', '本次', '招标', '采购', '投标', '及', '和', '与', '暨']

interface Spec {
  name: string
  labels: readonly string[]
  kind: keyof typeof KINDS
  /** What else may stand before it. */
  before?: readonly string[]
  /** Single items have one too. */
  perItem?: boolean
}

const SPECS: readonly Spec[] = [
  {
    name: '投标保证金',
    labels: ['保证金金额', '保证金数额', '保证金'],
    kind: 'amount',
    before: ['竞价', '竞买', '磋商', '谈判', '询价', '报价', '响应', '缴纳', '交纳', '提交', '递交'],
  },
  {
    name: '最高限价',
    labels: ['最高投标限价', '最高限价', '招标控制价', '控制价', '起始价'],
    kind: 'amount',
    before: ['竞价', '设', '设置', '设定'],
    perItem: true,
  },
  {
    name: '招标文件售价',
    labels: ['文件售价', '文件每套售价', '文件价格', '售价'],
    kind: 'amount',
    before: ['竞价', '每套', '每份'],
  },
  {
    name: '中标金额',
    labels: ['中标金额', '成交金额', '中标价', '成交价'],
    kind: 'amount',
    before: ['的'],
  },
  {
    name: '报名截止时间',
    labels: ['报名截止时间', '报名截止日期', '报名截止'],
    kind: 'time',
    before: ['供应商', '投标人'],
  },
  {
    name: '提问截止时间',
    labels: ['提问截止时间', '提问截止', '疑问须于', '疑问应于', '疑问截止时间'],
    kind: 'time',
    before: ['文件的', '文件', '有', '供应商', '投标人'],
  },
  {
    name: '投标截止时间',
    labels: [
      '投标截止时间',
      '投标截止日期',
      '投标文件递交截止时间',
      '响应文件递交截止时间',
      '递交截止时间',
      '投标截止',
    ],
    kind: 'time',
    before: ['投标文件', '响应文件'],
  },
  { name: '开标时间', labels: ['开标时间', '开标日期'], kind: 'time' },
  { name: '竞价开始时间', labels: ['竞价开始时间', '竞价时间'], kind: 'time' },
  {
    name: '招标文件获取开始时间',
    labels: ['文件获取开始时间', '文件发售开始时间', '文件获取时间', '文件发售时间'],
    kind: 'time',
    before: ['竞价'],
  },
  {
    name: '招标文件获取截止时间',
    labels: ['文件获取截止时间', '文件发售截止时间'],
    kind: 'time',
    before: ['竞价'],
  },
  {
    name: '公示截止时间',
    labels: ['公示截止时间', '公示期至', '公示期限至', '公示截止'],
    kind: 'time',
    before: ['候选人'],
  },
  { name: '报名资料', labels: ['报名时须提交', '报名须提交', '报名资料'], kind: 'list', before: ['供应商', '投标人'] },
  {
    name: '中标人',
    labels: ['中标人', '成交人', '中标供应商', '成交供应商'],
    kind: 'name',
    before: ['确定', '拟定', '的'],
  },
]

/** What may stand between a label and its value. */
const GAP =
  '(?:的?(?:金额|数额|标准)|人民币|[（(](?:大写|小写|人民币|(?:单位[:：])?(?:人民币)?[亿万]?元|北京时间[^）)]{0,12})[）)]|大写|小写|应?为|是|定于|延期至|延长至|顺延至|调整为|变更为|延至|至|：|:|￥|¥|\\|| )*'

const STATEMENTS = SPECS.map((spec) => ({
  ...spec,
  pattern: new RegExp(
    `(?<=^|[^\\u4e00-\\u9fa5]|${[...BEFORE, ...(spec.before ?? [])].join('|')})(?:${spec.labels.join('|')})(?<gap>${GAP})`,
    'g',
  ),
}))
/** Most lines of a long document hold none. */
const ANY_LABEL = new RegExp(SPECS.flatMap(({ labels }) => labels).join('|'))

/** A label with the word of the method that stands before it: 投标 and 保证金. */
function wholeLabel(before: string, label: string): string {
  return (/(?:招标|投标|竞价|竞买|磋商|谈判|询价|响应)$/.exec(before)?.[0] ?? '') + label
}

/** Whether an amount is of a single item: the row names one first, or it is the price of a piece. */
function isOfOneItem(before: string, rest: string): boolean {
  const [, ...cells] = before.split('|').toReversed()
  return (
    cells.some((cell) => /[\u4e00-\u9fa5]{2}/.test(cell)) ||
    /(?:单价|分项|子目|每[台套件个项])[^。；;|]*$/.test(before) ||
    /^[\d,，.\s]+[亿万]?\s*[元圆]\s*[/每]/.test(rest)
  )
}

/** Each paragraph is a line; the cells of a table row are one, since label and value stand side by side. */
function linesOf(node: RichNode): string[] {
  if (node.type === 'tableRow') return [(node.content ?? []).map((cell) => textOf(cell).trim()).join('|')]
  if (node.type === 'paragraph' || node.type === 'heading') return textOf(node).split('\n').filter(Boolean)
  return (node.content ?? []).flatMap(linesOf)
}
