import type { Column, Part } from './document.ts'
import type { ReportContent } from './report-content.ts'

/** What every reviewer said, way by way and bidder by bidder; reasons below the table, so that it stays narrow. */
export function reviewerParts(content: ReportContent): Part[] {
  return content.ways
    .filter((way) => !way.isAutomatic && way.judgements.length > 0)
    .flatMap((way) =>
      [...Map.groupBy(way.judgements, (j) => j.tradeId).values()].map((judgements): Part => {
        const said = judgements.map((j) => new Map(j.scores.map((s) => [s.itemId, s])))
        const rows: Record<string, string>[] = way.items.map((item) => ({
          item: way.isScoring ? `${item.name}（${item.fullMark}）` : item.name,
          ...Object.fromEntries(
            said.map((of, i) => {
              const score = of.get(item.itemId)
              return [`r${i}`, score ? word(score) : '—'] as const
            }),
          ),
        }))
        if (way.isScoring)
          rows.push({
            item: '合计',
            ...Object.fromEntries(
              judgements.map((j, i) => [`r${i}`, `${j.total ?? ''}${j.dropped ? '（不计）' : ''}`] as const),
            ),
          })
        const reasons = way.items.flatMap((item) =>
          judgements.flatMap((j, i) => {
            const reason = said[i]!.get(item.itemId)?.reason
            return reason ? [`${j.reviewer}（${item.name}）：${reason}`] : []
          }),
        )
        return {
          title: `${way.name}：${judgements[0]!.name}`,
          level: 2,
          columns: [
            { key: 'item', title: '评审项', width: 1.6 },
            ...judgements.map((j, i): Column => ({ key: `r${i}`, title: j.reviewer, align: 'center' })),
          ],
          rows,
          size: judgements.length > 7 ? 8 : 9,
          note: reasons.length > 0 && reasons.length <= 60 ? `评审意见：${reasons.join('；')}` : '',
        }
      }),
    )
}

function word({ score, passed }: { score: string | null; passed: boolean | null }): string {
  if (score !== null) return score
  return passed === null ? '—' : passed ? '通过' : '不通过'
}
