import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { OfferBidOpenStatus } from '#features/evaluation/rules/enums.ts'
import { useReviewAddress } from '../review-address.ts'
import type { Project } from '../review-data.ts'

/** Who goes on to the opening of the price envelopes. */
export function FirstStageResult({ project }: { project: Project }) {
  const { side, hall } = useReviewAddress()
  const { firstStage, bidders, offerBidOpenStatus } = project
  if (!firstStage) return null
  const passed = new Set(firstStage.passedBidderIds)
  return (
    <section>
      <h2 className="rv-h2 kb-below-8">
        第一阶段评审结果
        <small>
          {formatTime(firstStage.fixedAt, true)} 确定，{passed.size} 家通过；只开启通过者的报价信封
        </small>
      </h2>
      {side === 'owner' && offerBidOpenStatus !== OfferBidOpenStatus.values.ended && (
        <p className="kb-hint">
          <Link className="kb-inline-link" to={hall}>
            进入开标大厅，进行报价开标 ›
          </Link>
        </p>
      )}
      <DataTable
        label="第一阶段评审结果"
        rows={bidders}
        rowKey={(b) => b.bidderId}
        rowClass={(b) => (passed.has(b.bidderId) ? undefined : 'rv-failed')}
        columns={[
          { key: 'no', title: '序号', kind: 'ordinal', width: 56, value: (b) => b.no },
          { key: 'name', title: '投标人', value: (b) => b.supplierName },
          {
            key: 'state',
            title: '结果',
            width: 120,
            render: (b) => (
              <StatusTag
                label={passed.has(b.bidderId) ? '通过' : '未通过'}
                tone={passed.has(b.bidderId) ? 'success' : 'danger'}
              />
            ),
          },
          { key: 'why', title: '说明', value: (b) => b.rejection && `${b.rejection.reason}（${b.rejection.rule}）` },
        ]}
      />
    </section>
  )
}
