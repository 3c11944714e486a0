import { type Column, DataTable } from '#web/kit/data-table.tsx'
import type { WayResult } from '../review-data.ts'

type Item = WayResult['items'][number]

interface ItemMatrixProps {
  items: WayResult['items']
  row: WayResult['bidders'][number]
  isScoring: boolean
}

/** One bidder: what every reviewer gave for every item, with the reasons. */
export function ItemMatrix({ items, row, isScoring }: ItemMatrixProps) {
  const marks: Column<Item> = { key: 'full', title: '满分', kind: 'number', value: (item) => item.fullMark }
  return (
    <DataTable
      className="rv-matrix kb-below-12 kb-panel"
      label="评审明细"
      rows={items}
      rowKey={(item) => item.itemId}
      columns={[
        {
          key: 'item',
          title: '评审项',
          isHead: true,
          render: (item) => <span title={item.standard}>{item.name}</span>,
        },
        ...(isScoring ? [marks] : []),
        ...(row.reviewers ?? []).map(({ reviewerId, name, scores }): Column<Item> => ({
          key: reviewerId,
          title: name,
          render: ({ itemId }) => {
            const score = scores.find((one) => one.itemId === itemId)
            return (
              <span className={score?.passed === false ? 'kb-bad' : ''}>
                <b>{isScoring ? (score?.score ?? '-') : wordOf(score?.passed)}</b>
                {score?.reason && <span className="kb-note kb-block">{score.reason}</span>}
              </span>
            )
          },
        })),
      ]}
    />
  )
}

function wordOf(passed: boolean | null | undefined): string {
  return passed === true ? '通过' : passed === false ? '不通过' : '-'
}
