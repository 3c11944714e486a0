import { Input, Select } from 'antd'
import { useState } from 'react'
import { formatAmount, lineTotal, sum } from '#contract/money.ts'
import { toast } from '#web/feedback.ts'
import { FormModal } from '#web/kit/form-modal.tsx'
import { AmountInput } from '#web/kit/amount-input.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Capitals } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { proposeCorrection } from '../../contract/asks.ts'
import { expertReads } from '../../contract/reads.ts'
import type { Comparison } from '../../contract/results.ts'
import { CorrectionKind } from '#features/evaluation/rules/enums.ts'
import { MinutesField } from '../asks/ask-time.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import type { Project } from '../review-data.ts'

type Kind = 1 | 2 | 3 | 4

/** Proposes to correct a price: the rule, where the error stands, new unit prices or a new total. */
export function CorrectionForm({ project, onClose }: { project: Project; onClose: () => void }) {
  const { projectId } = project
  const [bidderId, setBidderId] = useState<string>()
  const [kind, setKind] = useState<Kind>(2)
  const [basis, setBasis] = useState('')
  const [prices, setPrices] = useState<ReadonlyMap<string, string>>(new Map())
  const [total, setTotal] = useState<string>()
  const [minutes, setMinutes] = useState(60)
  const sheet = useCall(expertReads.comparison, { params: { projectId } }, { fresh: 60_000 })
  const propose = useAction(proposeCorrection, {
    success: ({ sent }) => (sent ? '已发出，请投标人确认' : '已提交组长，由组长发出'),
  })
  const bidder = project.bidders.find((b) => b.bidderId === bidderId)
  const run = async () => {
    if (!bidderId) return toast.warning('请选择投标人')
    if (basis.trim().length < 2) return toast.warning('请写明错误所在')
    const lines = [...prices].map(([itemId, unitPrice]) => ({ itemId, unitPrice }))
    if (lines.length === 0 && !total) return toast.warning('请填写修正后的单价或总价')
    const changed = lines.length > 0 ? { lines } : { total: total! }
    const body = { bidderId, kind, basis: basis.trim(), minutes, ...changed }
    if ((await propose.run({ params: { projectId }, body })).ok) onClose()
  }
  return (
    <FormModal
      open
      title="提出算术修正"
      width={860}
      okText="提交"
      cancelText="取消"
      confirmLoading={propose.busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <Labelled label="投标人">
        {(id) => (
          <Select
            id={id}
            className="kb-wide"
            placeholder="选择投标人"
            showSearch={{ optionFilterProp: 'label' }}
            options={project.bidders
              .filter((b) => !b.rejection && b.quote !== null)
              .map((b) => ({
                value: b.bidderId,
                label: `${b.no}. ${b.supplierName}（${formatAmount(b.evaluatedPrice)} 元）`,
              }))}
            value={bidderId}
            onChange={(id) => {
              setBidderId(id)
              setPrices(new Map())
              setTotal(undefined)
            }}
          />
        )}
      </Labelled>
      <Labelled label="错误类别与修正规则">
        {(id) => (
          <Select
            id={id}
            className="kb-wide"
            options={CorrectionKind.options.map((one) => ({ ...one }))}
            value={kind}
            onChange={(value: number) => setKind(value as Kind)}
          />
        )}
      </Labelled>
      <Labelled label="错误所在（文件、页码、两处不一致的数值）">
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            maxLength={1000}
            value={basis}
            onChange={(event) => setBasis(event.target.value)}
          />
        )}
      </Labelled>
      {bidder && (
        <>
          <WhenLoaded query={sheet}>
            {(comparison) => (
              <PriceLines comparison={comparison} bidderId={bidder.bidderId} prices={prices} onChange={setPrices} />
            )}
          </WhenLoaded>
          {prices.size === 0 && (
            <Labelled label="或只修正总价">
              {(id) => <AmountInput id={id} value={total ?? ''} onChange={setTotal} />}
            </Labelled>
          )}
        </>
      )}
      <MinutesField label="确认期限（自发出起）" value={minutes} onChange={setMinutes} />
    </FormModal>
  )
}

interface PriceLinesProps {
  comparison: Comparison
  bidderId: string
  prices: ReadonlyMap<string, string>
  onChange: (prices: ReadonlyMap<string, string>) => void
}

/** The bid's price sheet with a field for each corrected unit price; amounts and sum follow. */
function PriceLines({ comparison, bidderId, prices, onChange }: PriceLinesProps) {
  const column = comparison.bidders.findIndex((b) => b.bidderId === bidderId)
  const lines = comparison.items.flatMap((item) => {
    const offer = item.offers[column]
    return offer ? [{ ...item, offer }] : []
  })
  if (lines.length === 0) return null
  const amountOf = (line: (typeof lines)[number]) => {
    const price = prices.get(line.itemId)
    return price === undefined ? line.offer.amount : lineTotal(price, line.quantity)
  }
  const after = sum(lines.map(amountOf))
  const set = (itemId: string, price: string | undefined) => {
    const next = new Map(prices)
    if (price) next.set(itemId, price)
    else next.delete(itemId)
    onChange(next)
  }
  return (
    <>
      <DataTable
        className="rv-form-lines kb-above-12 kb-scroll"
        label="报价单"
        rows={lines}
        rowKey={(line) => line.itemId}
        columns={[
          { key: 'item', title: '采购内容', isHead: true, value: (line) => `${line.line}. ${line.name}` },
          { key: 'quantity', title: '数量', kind: 'number', value: (line) => `${line.quantity} ${line.unit}` },
          { key: 'price', title: '投标单价', kind: 'amount', value: (line) => line.offer.unitPrice },
          {
            key: 'corrected',
            title: '修正单价',
            render: (line) => (
              <span className="rv-price-input">
                <AmountInput
                  aria-label={`${line.name}的修正单价`}
                  digits={6}
                  capitals={false}
                  placeholder="不修正"
                  value={prices.get(line.itemId) ?? ''}
                  onChange={(price) => set(line.itemId, price)}
                />
              </span>
            ),
          },
          {
            key: 'amount',
            title: '合价',
            kind: 'amount',
            render: (line) => (
              <span className={prices.has(line.itemId) ? 'kb-strong' : ''}>{formatAmount(amountOf(line))}</span>
            ),
          },
        ]}
      />
      <p className="rv-form-sum kb-flex kb-gap-16 kb-tight kb-end kb-wrap kb-above-8">
        <span>按单价汇总</span>
        <b className="kb-size-16">{formatAmount(after)} 元</b>
        <Capitals value={after} />
      </p>
    </>
  )
}
