import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { methodOf } from '#features/procurement/methods/all.ts'
import { CATEGORIES } from '#features/procurement/rules/enums.ts'
import { REGIMES } from '#features/procurement/rules/regimes.ts'
import type { Change, Run } from '../contract/run.ts'
import { RUN_DATE_NAMES, RUN_DATES } from './dates.ts'
import { ADMISSIONS, NOTICE_KINDS } from './words.ts'

interface Content {
  content: Run
  files: readonly { name: string; sha256: string }[]
}

const FIELDS: readonly { label: string; of: (run: Run) => string }[] = [
  { label: '采购名称', of: ({ title }) => title },
  { label: '采购方式', of: ({ method }) => methodOf(method).name },
  { label: '类别', of: ({ category }) => CATEGORIES[category] },
  { label: '适用制度', of: ({ regime }) => REGIMES[regime].label },
  { label: '公开或邀请', of: ({ admission }) => ADMISSIONS[admission] },
  { label: '项目所在地', of: ({ region }) => region },
  { label: '资金来源', of: ({ funds }) => funds },
  { label: '预算金额', of: ({ budget }) => formatAmount(budget) },
  { label: '最高限价', of: ({ ceiling }) => (ceiling === null ? '' : formatAmount(ceiling)) },
  { label: '补录原因', of: ({ reason }) => reason },
  { label: '原组织平台或地点', of: ({ venue }) => venue },
  ...RUN_DATE_NAMES.map((name) => ({
    label: RUN_DATES[name].label,
    of: (run: Run) => (RUN_DATES[name].kind === 'day' ? (run[name] ?? '') : run[name] ? formatTime(run[name]) : ''),
  })),
  { label: '结果说明', of: ({ result }) => result },
]

interface Group {
  label: string
  /** Each as one line of words; two lists of the same words are the same. */
  of: (content: Content) => string[]
}

const GROUPS: readonly Group[] = [
  {
    label: '参加单位',
    of: ({ content }) =>
      content.participants.map(({ lotNo, name, creditCode, price, rank, remark }) =>
        words([
          `第 ${lotNo} 包 ${name}`,
          creditCode,
          price !== null && `${formatAmount(price)} 元`,
          rank !== null && `第 ${rank} 名`,
          remark,
        ]),
      ),
  },
  {
    label: '成交结果',
    of: ({ content }) =>
      content.awards.map(({ lotNo, name, creditCode, price }) =>
        words([`第 ${lotNo} 包 ${name}`, creditCode, `${formatAmount(price)} 元`]),
      ),
  },
  {
    label: '采购清单',
    of: ({ content }) =>
      content.lines.map(({ lotNo, name, spec, unit, quantity, unitPrice, amount }) =>
        words([
          `第 ${lotNo} 包 ${name}`,
          spec,
          `${quantity} ${unit}`,
          unitPrice !== null && `单价 ${unitPrice} 元`,
          amount !== null && `${formatAmount(amount)} 元`,
        ]),
      ),
  },
  {
    label: '公告',
    of: ({ content }) =>
      content.notices.map(({ kind, title, publishedOn, medium, text }) =>
        words([`${NOTICE_KINDS[kind]}：${title}`, publishedOn, medium, text]),
      ),
  },
  { label: '附件', of: ({ files }) => files.map(({ name, sha256 }) => `${name}（指纹 ${sha256.slice(0, 16)}）`) },
]

function words(parts: readonly (string | null | false)[]): string {
  return parts.filter(Boolean).join('，')
}

/** What is told of a list at most; the rest is counted. */
const MOST_TOLD = 20

/** What differs between two versions, by what it is called; lists tell what went and what came. */
export function changesOf(before: Content, after: Content): Change[] {
  const fields = FIELDS.map(({ label, of }) => ({ label, before: of(before.content), after: of(after.content) }))
  const groups = GROUPS.map(({ label, of }) => {
    const [old, current] = [of(before), of(after)]
    return { label, before: told(without(old, current)), after: told(without(current, old)) }
  })
  return [...fields, ...groups].filter((change) => change.before !== change.after)
}

/** Those of `rows` that `others` lack, each as often as it is lacking. */
function without(rows: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const one of others) left.set(one, (left.get(one) ?? 0) + 1)
  return rows.filter((one) => {
    const count = left.get(one) ?? 0
    left.set(one, count - 1)
    return count <= 0
  })
}

function told(rows: readonly string[]): string {
  const rest = rows.length - MOST_TOLD
  const shown = rows.slice(0, MOST_TOLD).map((row) => (row.length > 300 ? `${row.slice(0, 300)}…` : row))
  return rest > 0 ? `${shown.join('\n')}\n等 ${rows.length} 项` : shown.join('\n')
}
