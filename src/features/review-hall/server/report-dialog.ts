import { forfeits, frozenHash, roundOf } from '#contract/draw-steps.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { Part } from './document.ts'
import type { ReportContent } from './report-content.ts'

/** Abnormally low prices, and questions to bidders with their answers. */
export function dialogParts(content: ReportContent): Part[] {
  if (content.asks.length === 0)
    return [...lowPriceParts(content), { note: '评审过程中未要求投标人澄清、说明或补正。' }]
  return [
    ...lowPriceParts(content),
    {
      columns: [
        { key: 'name', title: '投标人', width: 1.1 },
        { key: 'kind', title: '类别', align: 'center', width: 0.5 },
        { key: 'question', title: '要求', width: 2 },
        { key: 'sentAt', title: '发出时间', width: 0.8 },
        { key: 'answer', title: '答复', width: 2 },
        { key: 'status', title: '情况', width: 0.9 },
      ],
      rows: content.asks.map((a) => ({
        name: a.name,
        kind: a.kind,
        question: [a.title, a.content, named('附件', a.files)].filter(Boolean).join('\n'),
        sentAt: formatTime(a.sentAt),
        answer: [a.reply, named('附件', a.replyFiles)].filter(Boolean).join('\n'),
        status: [a.status, a.repliedAt ? formatTime(a.repliedAt) : ''].filter(Boolean).join('\n'),
      })),
    },
  ]
}

/** Corrected prices, rounds of offers, and draws. */
export function offerParts(content: ReportContent): Part[] {
  const parts: Part[] = []
  if (content.corrections.length > 0)
    parts.push({
      title: '算术错误修正',
      columns: [
        { key: 'name', title: '投标人', width: 1.2 },
        { key: 'kind', title: '修正原则', width: 1.6 },
        { key: 'basis', title: '错误所在', width: 1.6 },
        { key: 'before', title: '修正前（元）', align: 'right' },
        { key: 'after', title: '修正后（元）', align: 'right' },
        { key: 'status', title: '确认情况', width: 0.9 },
      ],
      rows: content.corrections.map((c) => ({
        ...c,
        before: formatAmount(c.before),
        after: formatAmount(c.after),
        status: `${c.status}\n${formatTime(c.at)}`,
      })),
    })
  for (const round of content.rounds)
    parts.push({
      title: `${round.label}（${round.mode}）`,
      note: `${formatTime(round.closedAt)} 结束：${round.reason}`,
      columns: [
        { key: 'name', title: '投标人', width: 2 },
        { key: 'total', title: '报价（元）', align: 'right' },
        { key: 'status', title: '情况', align: 'center' },
        { key: 'submittedAt', title: '提交时间' },
        { key: 'signedBy', title: '签署人', align: 'center', width: 0.7 },
      ],
      rows: round.offers.map((o) => ({ ...o, total: formatAmount(o.total), submittedAt: formatTime(o.submittedAt) })),
    })
  return parts.length > 0 ? parts : [{ note: '评审过程中未进行报价或价格修正。' }]
}

/** Draws with what is needed to compute them again. */
export function drawParts(content: ReportContent): Part[] {
  return content.draws.map((d) => ({
    title: d.title,
    level: 2,
    facts: factsOf(d),
  }))
}

function factsOf({ result, at, source }: ReportContent['draws'][number]): [string, string][] {
  const common: [string, string][] = [
    ['结果', result],
    ['抽取时间', formatTime(at)],
  ]
  if (source.by === 'hand') return [...common, ['抽取方式', source.how]]
  if (source.by === 'seed')
    return [...common, ['种子哈希', source.commitment], ['种子', source.seed], ['熵', source.entropy]]
  const { frozen, closed, operatorSeed, signature } = source
  const { beacon } = frozen
  const left = forfeits(source).length
  return [
    ...common,
    ['冻结承诺', frozenHash(frozen)],
    ['参与方', `${closed.reveals.length} 方揭示随机数${left > 0 ? `，${left} 方未揭示，视为放弃` : ''}`],
    ['随机来源', beacon ? `${beacon.name}第 ${roundOf(source)} 轮` : '未使用公共信标，由平台与参与方的承诺和揭示产生'],
    ...(signature === null ? [] : ([['信标签名', signature]] as [string, string][])),
    ['平台随机数', operatorSeed],
  ]
}

function lowPriceParts({ lowPrices }: ReportContent): Part[] {
  if (!lowPrices || lowPrices.rows.length === 0) return []
  return [
    {
      title: '异常低价',
      note: `采购文件规定：${lowPrices.rule}`,
      columns: [
        { key: 'name', title: '投标人', width: 1.2 },
        { key: 'price', title: '评审报价（元）', align: 'right', width: 1 },
        { key: 'why', title: '情形', width: 2.4 },
        { key: 'result', title: '处理结果', align: 'center', width: 0.8 },
        { key: 'reason', title: '评审意见', width: 2 },
      ],
      rows: lowPrices.rows.map((row) => ({ ...row, price: formatAmount(row.price) })),
    },
  ]
}

function named(label: string, names: readonly string[]): string {
  return names.length > 0 ? `${label}：${names.join('、')}` : ''
}
