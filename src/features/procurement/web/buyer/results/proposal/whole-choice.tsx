import { Input, Radio } from 'antd'
import { useId } from 'react'
import { DataTable } from '#web/kit/data-table.tsx'
import { AmountText } from '#web/kit/values.tsx'
import type { Finding } from '../../../../contract/shared.ts'
import { say } from '../../../../methods/say.ts'
import type { OrderDetail } from '../../tones.ts'
import { BondNotice, findingsOf } from '../bond-notice.tsx'
import type { Sheet } from '../lines/line-choice.ts'

type Offer = Sheet['offers'][number]

interface WholeChoiceProps {
  order: OrderDetail
  /** By rank. */
  offers: readonly Offer[]
  chosen: Offer | undefined
  bondFindings: readonly Finding[]
  /** Why it is not the first; null where the reason is given elsewhere. */
  reason: string | null
  onChange: (part: { tradeId?: string; general?: string }) => void
}

/** Who shall be awarded the whole order. */
export function WholeChoice({ order, offers, chosen, bondFindings, reason, onChange }: WholeChoiceProps) {
  const id = useId()
  const title = say(order, '拟{won}供应商')
  return (
    <section className="kb-section">
      <h2>{title}</h2>
      <DataTable
        label={say(order, '{ranking}')}
        rows={offers}
        rowKey={(row) => row.tradeId}
        columns={[
          { key: 'rank', title: '排序', width: 96, value: (row) => `第 ${row.rank} 名` },
          { key: 'name', title: say(order, '{contender}'), value: (row) => row.supplierName },
          {
            key: 'price',
            title: say(order, '{offerPrice}（元）'),
            align: 'right',
            width: 260,
            render: (row) => <AmountText value={row.price} capitals />,
          },
        ]}
        renderEnd={(row) => (
          <Radio
            name="proposed"
            aria-label={`选择${row.supplierName}为${title}`}
            checked={row === chosen}
            onChange={() => onChange({ tradeId: row.tradeId })}
          >
            拟成交
          </Radio>
        )}
      />
      <p className="buyer-line kb-muted">公示拟成交的供应商和排序在后的供应商，共不超过 3 家。</p>
      <BondNotice findings={findingsOf(bondFindings, chosen ? [chosen] : [])} />
      {reason !== null && chosen && chosen !== offers[0] && (
        <div className="kb-stack kb-gap-6 kb-reading kb-above-16">
          <label htmlFor={id}>未选择报价排名第一的供应商，请说明理由</label>
          <Input.TextArea
            id={id}
            rows={3}
            maxLength={2000}
            value={reason}
            onChange={(event) => onChange({ general: event.target.value })}
          />
        </div>
      )}
    </section>
  )
}
