import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { openPromotions, payRank } from '../contract/promotion.ts'
import { CATEGORY_LABELS } from '../rules/catalogue.ts'

type Promotion = OutputOf<typeof openPromotions>[number]

/** Promotions that run or ended within a month, each with its ranking. */
export function Promotions() {
  const { data = [] } = useCall(openPromotions)
  return data.map((one) => <Ranking key={one.promotionId} promotion={one} />)
}

function Ranking({ promotion }: { promotion: Promotion }) {
  const { data } = useCall(payRank, { params: { id: promotion.promotionId } }, { fresh: 0 })
  if (!data) return null
  const { name, fromAt, untilAt, categories, isFinal, rows, own } = data
  return (
    <section className="kb-above-16" aria-label={name}>
      <h2>
        {name} <StatusTag label={isFinal ? '最终排名' : '进行中'} tone={isFinal ? 'neutral' : 'success'} />
      </h2>
      <p className="kb-note">
        {formatTime(fromAt)} 至 {formatTime(untilAt)}，按购买{categories.map((one) => CATEGORY_LABELS[one]).join('、')}
        的实付金额排名。
        {own ? `本单位第 ${own.rank} 名，${formatAmount(own.amount)} 元。` : '本单位暂无计入的付款。'}
      </p>
      {rows.length > 0 && (
        <DataTable
          label={`${name}排行`}
          rows={rows.map((row, i) => ({ ...row, key: String(i) }))}
          rowKey={(row) => row.key}
          columns={[
            { key: 'rank', title: '名次', kind: 'number', width: 80, value: (row) => row.rank },
            {
              key: 'name',
              title: '企业',
              isHead: true,
              render: (row) => (
                <>
                  {row.name} {row.isOwn && <StatusTag label="本单位" tone="active" />}
                </>
              ),
            },
            { key: 'amount', title: '金额（元）', kind: 'amount', width: 160, value: (row) => row.amount },
          ]}
        />
      )}
    </section>
  )
}
