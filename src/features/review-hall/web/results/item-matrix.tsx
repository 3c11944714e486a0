import type { WayResult } from '../review-data.ts'

interface ItemMatrixProps {
  items: WayResult['items']
  row: WayResult['bidders'][number]
  isScoring: boolean
}

/** One bidder: what every reviewer gave for every item, with the reasons. */
export function ItemMatrix({ items, row, isScoring }: ItemMatrixProps) {
  const people = row.reviewers ?? []
  return (
    <table className="kb-table rv-matrix kb-below-12 kb-panel">
      <thead>
        <tr>
          <th scope="col">评审项</th>
          {isScoring && (
            <th scope="col" className="rv-num">
              满分
            </th>
          )}
          {people.map((p) => (
            <th key={p.reviewerId} scope="col">
              {p.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.itemId}>
            <th scope="row" title={item.standard}>
              {item.name}
            </th>
            {isScoring && (
              <td className="rv-num" data-label="满分">
                {item.fullMark}
              </td>
            )}
            {people.map((p) => {
              const score = p.scores.find((s) => s.itemId === item.itemId)
              const word = isScoring ? (score?.score ?? '—') : wordOf(score?.passed)
              return (
                <td key={p.reviewerId} data-label={p.name} className={score?.passed === false ? 'kb-bad' : undefined}>
                  <b>{word}</b>
                  {score?.reason && <span className="rv-said kb-note kb-block">{score.reason}</span>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function wordOf(passed: boolean | null | undefined): string {
  return passed === true ? '通过' : passed === false ? '不通过' : '—'
}
