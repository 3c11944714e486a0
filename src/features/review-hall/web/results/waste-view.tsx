import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { OwnerMotions } from '../owner/owner-motions.tsx'
import type { Project } from '../review-data.ts'
import { useReviewAddress } from '../review-address.ts'

/** Rejected bids with ground and rule, and the votes they came from. */
export function WasteView({ project }: { project: Project }) {
  const { projectId, reads } = useReviewAddress()
  const query = useCall(reads.wastePage, { params: { projectId }, query: { pageSize: 100 } })
  return (
    <section className="rv-page kb-column kb-gap-20" aria-label="否决投标">
      <div>
        <h2 className="rv-h2 kb-below-8">
          否决投标
          <small>评审项经多数评委认定不通过，或经评标委员会过半数表决</small>
        </h2>
        <WhenLoaded query={query}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title="没有被否决的投标" />
            ) : (
              <DataTable
                label="被否决的投标"
                rows={rows}
                rowKey={(r) => r.bidderId}
                columns={[
                  { key: 'name', title: '投标人', width: 220, value: (r) => r.supplierName },
                  {
                    key: 'quote',
                    title: '投标报价',
                    width: 150,
                    align: 'right',
                    value: (r) => formatAmount(r.quote),
                  },
                  { key: 'reason', title: '否决原因', value: (r) => r.reason },
                  { key: 'rule', title: '依据', value: (r) => r.rule },
                  {
                    key: 'by',
                    title: '方式',
                    width: 150,
                    value: (r) => (r.byVote ? '表决否决' : `${r.wayName ?? '评审'}不通过`),
                  },
                  { key: 'at', title: '时间', width: 150, value: (r) => formatTime(r.at) },
                ]}
              />
            )
          }
        </WhenLoaded>
      </div>
      {project.motions.length > 0 && (
        <div>
          <h2 className="rv-h2 kb-below-8">
            表决记录
            <small>过半数成员同意即通过；表决结束后公开每位成员的意见</small>
          </h2>
          <OwnerMotions motions={project.motions} />
        </div>
      )}
    </section>
  )
}
