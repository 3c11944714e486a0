import { Checkbox } from 'antd'
import { formatTime } from '#contract/time.ts'
import { say } from '../../../methods/say.ts'
import type { OrderDetail } from '../tones.ts'
import { type Candidate, CandidateTable } from './candidate-table.tsx'

interface FallenCandidatesProps {
  order: OrderDetail
  candidates: { rows: readonly Candidate[]; notice: { code: string; publishedAt: string | null } | null }
  isRanked?: boolean
  /** Trades of those who are candidates no longer. */
  value: readonly string[]
  onChange: (tradeIds: string[]) => void
}

/** The candidates in force with their notice, and who of them falls away. */
export function FallenCandidates({ order, candidates, isRanked = true, value, onChange }: FallenCandidatesProps) {
  const { rows, notice } = candidates
  return (
    <section className="kb-section">
      <h2>{say(order, '现行{won}候选人')}</h2>
      <CandidateTable
        rows={rows}
        isRanked={isRanked}
        renderEnd={({ tradeId, supplierName }) => (
          <Checkbox
            aria-label={`${supplierName}不再作为候选人`}
            checked={value.includes(tradeId)}
            onChange={({ target }) => {
              const others = value.filter((id) => id !== tradeId)
              onChange(target.checked ? [...others, tradeId] : others)
            }}
          >
            取消资格
          </Checkbox>
        )}
      />
      {notice && (
        <p className="buyer-line kb-muted">
          {formatTime(notice.publishedAt)} 公示，公告编号 {notice.code}
        </p>
      )}
    </section>
  )
}
