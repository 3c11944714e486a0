import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { Exact, formatAmount } from '#contract/money.ts'
import { formatDate } from '#contract/time.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { buyPackage, buyRecords, copiesRemain, packages, redeemVouchers } from '../contract/copies.ts'
import './e-sign.css'

type Remain = OutputOf<typeof copiesRemain>
const STATES = {
  open: { label: '待支付', tone: 'warning' },
  paid: { label: '已支付', tone: 'success' },
  closed: { label: '已关闭', tone: 'neutral' },
} as const

/** Copies of signed documents: what is left, packages on sale, vouchers, and what was bought. */
export function Screen() {
  return (
    <ListScreen
      title="签署份数"
      endpoint={buyRecords}
      rowKey={(row) => row.orderId}
      columns={[
        {
          key: 'title',
          title: '套餐',
          value: (row) => row.title,
          render: (row) => <MainCell code={row.orderCode} title={row.title} to={`/finance/orders/${row.orderId}`} />,
        },
        { key: 'amount', title: '金额', kind: 'amount', width: 120, value: (row) => row.amount },
        { key: 'method', title: '支付方式', width: 120, value: (row) => row.methodLabel },
        {
          key: 'state',
          title: '状态',
          width: 100,
          value: (row) => STATES[row.state].label,
          render: (row) => <StatusTag {...STATES[row.state]} />,
        },
        { key: 'at', title: '下单时间', kind: 'time', width: 140, value: (row) => row.createdAt },
      ]}
      empty={{ title: '还没有购买过签署份数', hint: '购买后每份文件由全部签署人签完时使用 1 份' }}
    >
      <Left />
      <Shelf />
      <h2 className="kb-above-20">购买记录</h2>
    </ListScreen>
  )
}

function Left() {
  const query = useCall(copiesRemain, {})
  const [isRedeeming, setRedeeming] = useState(false)
  return (
    <WhenLoaded query={query}>
      {(remain) => (
        <section className="kb-section" aria-label="剩余份数">
          <h2>剩余 {remain.copies} 份</h2>
          <p className="kb-note">
            {remain.lots
              .map(({ left, until }) => (until ? `${left} 份至 ${formatDate(until)}` : `${left} 份`))
              .join('，')}
            {remain.held > 0 && `；另有 ${remain.held} 份由签署中的任务占用，拒签或撤回后退回`}
          </p>
          <div className="kb-row kb-gap-8 kb-wrap kb-above-8">
            {remain.vouchers > 0 ? (
              <Button onClick={() => setRedeeming(true)}>用抵用券兑换（{remain.vouchers} 张可用）</Button>
            ) : (
              <Link to="/services/platform-points/list">购买抵用券 ›</Link>
            )}
          </div>
          {isRedeeming && <Redeem remain={remain} onClose={() => setRedeeming(false)} />}
        </section>
      )}
    </WhenLoaded>
  )
}

function Redeem({ remain, onClose }: { remain: Remain; onClose: () => void }) {
  return (
    <ActionDialog
      title="用抵用券兑换"
      okText="兑换"
      endpoint={redeemVouchers}
      success="已兑换"
      hint={`每张兑换 ${remain.copiesPerVoucher} 份，现有 ${remain.vouchers} 张`}
      initial={{ vouchers: 1 }}
      fields={[
        { kind: 'integer', name: 'vouchers', label: '张数', min: 1, max: remain.vouchers, unit: '张', required: true },
      ]}
      input={(body: { vouchers: number }) => ({ body })}
      onClose={onClose}
    />
  )
}

function Shelf() {
  const navigate = useNavigate()
  const query = useCall(packages, {})
  const buy = useAction(buyPackage)
  const order = async (skuId: string, price: string) => {
    const outcome = await buy.run({ body: { skuId, price } })
    if (outcome.ok && outcome.data) void navigate(`/finance/orders/${outcome.data.orderId}`)
  }
  return (
    <section className="kb-section kb-above-20" aria-label="套餐">
      <h2>套餐</h2>
      <WhenLoaded query={query}>
        {(rows) => (
          <div className="e-sign-shelf">
            {rows.map(({ skuId, name, quantity, price }) => (
              <div key={skuId} className="kb-box">
                <b>{name}</b>
                <p className="kb-size-13 kb-muted">
                  每份 {formatAmount(new Exact(price).div(quantity).toFixed(2))} 元，两年内有效
                </p>
                <p className="e-sign-price">
                  <b>¥ {formatAmount(price)}</b>
                  <Button type="primary" size="small" onClick={() => void order(skuId, price)}>
                    购买
                  </Button>
                </p>
              </div>
            ))}
          </div>
        )}
      </WhenLoaded>
    </section>
  )
}
