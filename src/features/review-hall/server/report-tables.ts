import { formatAmount } from '#contract/money.ts'
import { resultWord, type TablePart } from './report-pdf.ts'
import type { ReportContent } from './report-content.ts'

/* Tables out of a report, each a document of its own. */

const NAME = { key: 'name', title: '投标人', width: 2 }

/** Final marks: bidders by ways. */
export function finalScoreParts(content: ReportContent): TablePart[] {
  const rows = content.bidders.map((b) => {
    const place = content.ranking.find((r) => r.tradeId === b.tradeId)
    const results = content.ways.map((way, i) => {
      const result = way.results.find((r) => r.tradeId === b.tradeId)
      return [`way${i}`, result ? resultWord(result) : '—'] as const
    })
    return {
      name: b.name,
      quote: formatAmount(b.quote),
      ...Object.fromEntries(results),
      total: place?.total ?? '—',
      rank: b.rejection === null ? (place?.rank ?? '—') : '否决',
    }
  })
  return [
    {
      title: '',
      columns: [
        NAME,
        { key: 'quote', title: '投标报价（元）', align: 'right', width: 1.4 },
        ...content.ways.map((way, i) => ({
          key: `way${i}`,
          title: way.isScoring ? `${way.name}（${way.fullMark}）` : way.name,
          align: 'center' as const,
        })),
        { key: 'total', title: '综合得分', align: 'right' },
        { key: 'rank', title: '名次', align: 'center', width: 0.7 },
      ],
      rows,
    },
  ]
}

/** The ranking with its derivation. */
export function ratingRankParts(content: ReportContent): TablePart[] {
  if (content.allRejected) return [{ title: '', note: `评标委员会否决全部投标：${content.conclusion}` }]
  return [
    {
      title: '',
      columns: [
        { key: 'rank', title: '名次', align: 'center', width: 0.5 },
        NAME,
        { key: 'quote', title: '投标报价（元）', align: 'right' },
        { key: 'total', title: '综合得分', align: 'right' },
      ],
      rows: content.ranking.map((r) => ({
        rank: r.rank,
        name: r.name,
        quote: formatAmount(r.quote),
        total: r.total ?? '—',
      })),
    },
    ...content.ranking.map((r) => ({ title: `${r.rank}. ${r.name}`, lines: r.lines })),
  ]
}

/** What every reviewer said, way by way and bidder by bidder. */
export function reviewerScoreParts(content: ReportContent): TablePart[] {
  return content.ways
    .filter((way) => !way.isAutomatic && way.judgements.length > 0)
    .flatMap((way) =>
      [...Map.groupBy(way.judgements, (j) => j.tradeId).values()].map((judgements): TablePart => {
        const rows = way.items.map((item) => {
          const said = judgements.map((j, i) => {
            const score = j.scores.find((s) => s.itemId === item.itemId)
            const word = score ? resultWord(score) : '—'
            return [`r${i}`, score?.reason ? `${word}\n${score.reason}` : word] as const
          })
          return { item: way.isScoring ? `${item.name}（${item.fullMark}）` : item.name, ...Object.fromEntries(said) }
        })
        const totals = judgements.map((j, i) => [`r${i}`, `${j.total ?? ''}${j.dropped ? '（不计）' : ''}`] as const)
        return {
          title: `${way.name}：${judgements[0]!.name}`,
          columns: [
            { key: 'item', title: '评审项', width: 1.6 },
            ...judgements.map((j, i) => ({ key: `r${i}`, title: j.reviewer, align: 'center' as const })),
          ],
          rows: way.isScoring ? [...rows, { item: '合计', ...Object.fromEntries(totals) }] : rows,
        }
      }),
    )
}
