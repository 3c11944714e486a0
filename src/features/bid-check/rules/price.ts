import { Exact, formatAmount, toCapitals } from '#contract/money.ts'
import { plainLine } from '#features/procurement/rules/plain-line.ts'
import { AMOUNT, KINDS } from '#features/procurement/rules/stated-values.ts'
import { type Case, type Fault, type Rule, textsIn } from './case.ts'

const RESPONSE = { law: '《招标投标法实施条例》第五十一条第六项', else: '{documents}的实质性要求' }
const TWO_PRICES = { law: '《招标投标法实施条例》第五十一条第四项', else: '{documents}：报价须唯一' }
const CAPITALS_COUNT = {
  law: '《评标委员会和评标方法暂行规定》第十九条（大写与小写不一致的，以大写为准）',
  else: '{documents}：大写与小写金额须一致',
}

/** The sum of a bid, as letters and summaries call it, with what may stand before its value. */
const TOTAL =
  /(?:(?:投标|响应)?(?:总报价|总价(?!格)|报价总额|报价总价|报价合计|总金额)|(?:投标|响应)报价)(?<gap>(?:的?(?:金额|数额)|人民币|[（(](?:大写|小写|人民币|含税|(?:单位[:：])?(?:人民币)?[亿万]?元)[）)]|大写|小写|应?为|是|：|:|￥|¥|\||,|，| )*)/g
const IN_CAPITALS =
  /[零壹贰叁肆伍陆柒捌玖拾佰仟万亿]{2,24}[元圆](?:[零壹贰叁肆伍陆柒捌玖]角)?(?:零?[壹贰叁肆伍陆柒捌玖]分)?[整正]?/

export const PRICE_RULES: readonly Rule[] = [
  {
    key: 'price.complete',
    title: '报价完整',
    place: 'price',
    source: RESPONSE,
    met: '报价单各项已填写，符合封存要求',
    find: ({ bid }) => bid.lacks.price.map((text) => ({ severity: 'reject', text: `报价单还差：${text}` })),
  },
  {
    key: 'price.ceiling',
    title: '最高限价',
    place: 'price',
    source: {
      law: '《招标投标法实施条例》第五十一条第五项',
      else: '{documents}公布的{ceiling}',
    },
    met: '总价没有超过公布的限价',
    find: ({ order: { controlPrice }, bid: { total } }) =>
      controlPrice === null || total === null
        ? null
        : new Exact(total).gt(controlPrice)
          ? [
              {
                severity: 'reject',
                text: `总价 ${formatAmount(total)} 元，高于公布的限价 ${formatAmount(controlPrice)} 元`,
              },
            ]
          : [],
  },
  {
    key: 'price.positive',
    title: '总价大于零',
    place: 'price',
    source: RESPONSE,
    met: '总价大于零',
    find: ({ bid: { total } }) =>
      total === null ? null : new Exact(total).lte(0) ? [{ severity: 'reject', text: '总价为零或负数' }] : [],
  },
  {
    key: 'price.odd',
    title: '单价与限价、前次报价',
    place: 'price',
    source: { law: '{documents}的清单与限价', else: '{documents}的清单与限价' },
    met: '没有发现超出单价限价或明显偏离的行',
    find: ({ bid: { warnings } }) =>
      // The ceiling of the whole and a total of zero have rules of their own.
      warnings.filter((text) => !text.startsWith('总价')).map((text) => ({ severity: 'check', text })),
  },
  {
    key: 'price.stated',
    title: '文件中的总价与报价单',
    place: 'files',
    source: TWO_PRICES,
    met: '文件中没有与报价单不同的总价',
    find: (bid) => {
      const { total } = bid.bid
      return total === null ? null : inLines(bid, (line) => otherTotal(line, total))
    },
  },
  {
    key: 'price.capitals',
    title: '大写与小写金额',
    place: 'files',
    source: CAPITALS_COUNT,
    met: '没有发现大写与小写不一致的金额',
    find: (bid) => inLines(bid, unlikeCapitals),
  },
  {
    key: 'price.firstEnvelope',
    title: '第一信封不得出现报价',
    place: 'files',
    source: { law: '{documents}的双信封规定、《招标投标法实施条例》第五十一条第六项', else: '{documents}的双信封规定' },
    met: '第一信封的文件中没有发现报价',
    find: (bid) => {
      const first = bid.files.filter(({ envelope }) => envelope === 1)
      return first.length === 0 ? null : inLines({ ...bid, files: first }, (line) => pricedLine(line, bid.bid.total))
    },
  },
  {
    key: 'price.fileName',
    title: '文件名不含报价',
    place: 'files',
    source: { law: '{deadline}前报价须保密，而文件名平台可见', else: '{deadline}前报价须保密，而文件名平台可见' },
    met: '文件名中没有发现报价',
    find: ({ files, bid: { total } }) =>
      files.flatMap(({ id, name }): Fault[] => {
        const digits = name.normalize('NFKC').replaceAll(/[,，]/g, '')
        const holdsTotal = total !== null && hasNumber(digits, total)
        return holdsTotal || /报价.{0,4}\d{4,}/.test(digits)
          ? [{ severity: 'check', text: '文件名中有疑似报价的数字，请改名后重新选择', fileId: id }]
          : []
      }),
  },
]

/** A total in a line that is not that of the sheet, in words; null where there is none. */
function otherTotal(line: string, total: string): Omit<Fault, 'at' | 'fileId'> | null {
  for (const { index, 0: label, groups } of line.matchAll(TOTAL)) {
    if (/(?:单价|分项|子目|每)[^|。；;]*$/.test(line.slice(0, index))) continue
    const rest = line.slice(index + label.length)
    const said = KINDS.amount({ rest, gap: groups!.gap!, recorded: recordedAs(total) })
    if (said !== null) {
      return {
        severity: 'reject',
        text: `文件写明的总价“${said}”与报价单的 ${formatAmount(total)} 元不一致，一份文件有两个报价`,
      }
    }
  }
  return null
}

/** An amount in capitals that none of the figures beside it agrees with. */
function unlikeCapitals(line: string): Omit<Fault, 'at' | 'fileId'> | null {
  const capitals = IN_CAPITALS.exec(line)?.[0]
  if (!capitals) return null
  const figures = [
    ...line.matchAll(/(?:￥|¥|小写)[)）:：]?\s*[￥¥]?\s*([\d,，]+(?:\.\d+)?)|([\d,，]+(?:\.\d+)?)\s*元/g),
  ]
    .map(([, marked, plain]) => (marked ?? plain ?? '').replaceAll(/[,，]/g, ''))
    .filter((digits) => /^\d+(\.\d+)?$/.test(digits))
  if (figures.length === 0) return null
  const agrees = figures.some(
    (digits) => KINDS.amount({ rest: capitals, gap: '', recorded: recordedAs(digits) }) === null,
  )
  return agrees ? null : { severity: 'check', text: `大写“${capitals}”与小写 ${formatAmount(figures[0])} 元不一致` }
}

/** A price in a line of a file that must hold none. */
function pricedLine(line: string, total: string | null): Omit<Fault, 'at' | 'fileId'> | null {
  const isOwn =
    total !== null &&
    new Exact(total).gt(0) &&
    (hasNumber(line.replaceAll(/[,，]/g, ''), total) || line.includes(toCapitals(total)))
  const named = [...line.matchAll(TOTAL)].some(({ index, 0: label }) =>
    new RegExp(`^(?:${AMOUNT.source}|${IN_CAPITALS.source})`).test(line.slice(index + label.length)),
  )
  return isOwn || named ? { severity: 'reject', text: `第一信封中出现报价：“${line.slice(0, 40)}”` } : null
}

/** Whether a text holds an amount as a number of its own, with or without its cents. Short ones stand anywhere. */
function hasNumber(text: string, amount: string): boolean {
  const plain = new Exact(amount).toFixed()
  if (plain.split('.')[0]!.length < 4) return false
  return [plain, new Exact(amount).toFixed(2)].some((digits) =>
    new RegExp(`(?<![\\d.])${digits.replace('.', '\\.')}(?!\\d|\\.\\d)`).test(text),
  )
}

function recordedAs(amount: string): string {
  return `${formatAmount(amount)} 元`
}

/** Runs a rule over each line of each file that could be read. A value may stand on the line behind its label. */
function inLines(bid: Case, judge: (line: string) => Omit<Fault, 'at' | 'fileId'> | null): Fault[] | null {
  const texts = textsIn(bid)
  if (texts.length === 0) return null
  return texts.flatMap(({ id, lines }) =>
    lines.flatMap(({ at, text }, i): Fault[] => {
      const line = plainLine(text)
      const next = GOES_ON.test(line) ? plainLine(lines[i + 1]?.text ?? '') : ''
      const found = judge(line + next)
      return found ? [{ ...found, fileId: id, at }] : []
    }),
  )
}

/** A label whose value is still to come, or capitals whose figures stand below. */
const GOES_ON = /(?:[：:为￥¥]|人民币|大写[）)]?[:：]?.{0,30}[整正元圆])$/
