import { Alert } from 'antd'
import { Link } from 'react-router'
import { formatAmount, trimZeros } from '#contract/money.ts'
import type { PropsOf } from '#contract/slot.ts'
import { formatTime } from '#contract/time.ts'
import type { TENDER_SLOTS } from '#features/procurement/contract/slots.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { StepsRail } from '#web/kit/steps-rail.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { ownBond } from '../contract/own.ts'
import { BOND_STATES, railOf } from '../rules/states.ts'
import { BondAccount, BondLetter } from './own-ways.tsx'
import type { Own } from './own.ts'
import { BondChoice } from './own-choice.tsx'

/** Money and letters come from elsewhere: while one is waited for, the page looks again. */
const LOOK_MS = 4_000

/** The own company's bond: which form, how it stands, from when it counts, when it comes back. */
export function Part({ orderId }: PropsOf<typeof TENDER_SLOTS.bond>) {
  const query = useCall(ownBond, { params: { orderId } }, { fresh: 0, every: LOOK_MS })
  return <WhenLoaded query={query}>{(bond) => <OwnBond orderId={orderId} bond={bond} />}</WhenLoaded>
}

function OwnBond({ orderId, bond }: { orderId: string; bond: Own }) {
  const { given, returns } = bond
  return (
    <>
      <StepsRail steps={railOf(bond.state).map((step) => ({ key: step.label, ...step }))} />
      <FieldList
        items={[
          { label: '应提交', value: <AmountText value={bond.demanded} capitals /> },
          {
            label: '截止',
            value: bond.deadline ? `${formatTime(bond.deadline, true)} 前生效` : '未规定',
          },
          { label: '采购文件规定', value: bond.terms, wide: true },
          {
            label: '状态',
            value: (
              <>
                <StatusTag
                  {...(given?.kind === 'exemption' && given.state === 'in-force'
                    ? { label: '已申请免缴', tone: 'active' as const }
                    : { ...BOND_STATES[bond.state], ...(bond.state === 'unpaid' && { label: '未提交' }) })}
                />{' '}
                {given && given.state !== 'ended' && given.label}
              </>
            ),
          },
          given?.inForceAt && { label: '生效时间', value: formatTime(given.inForceAt, true) },
          given && Number(given.amount) > 0 && { label: '已到位', value: <AmountText value={given.amount} /> },
          { label: '退还', value: returns.inWords, wide: true },
          returns.dueOn && { label: '应退还日', value: `${returns.dueOn}（自 ${returns.countsFrom ?? ''} 起算）` },
          returns.interest && {
            label: returns.refundedOn ? '利息' : '预计利息',
            value: `${formatAmount(returns.interest)} 元（年利率 ${Number(returns.rate)}%，按退还日挂牌活期利率${returns.refundedOn || returns.dueOn ? '' : '，以 90 日估算'}）`,
          },
          bond.performance && {
            label: '合同要求的履约保证金',
            value: `${formatAmount(bond.performance.amount)} 元（中标、成交价的 ${trimZeros(bond.performance.rate)}%）`,
          },
          returns.refundedOn && { label: '退还日期', value: returns.refundedOn },
          returns.keptReason && { label: '不予退还', value: returns.keptReason, wide: true },
        ].filter((one) => Boolean(one))}
      />
      {given?.state === 'ended' && given.endReason && (
        <Alert className="kb-above-8 kb-below-8" type="info" showIcon title={`${given.label}：${given.endReason}`} />
      )}
      {given?.state === 'pending' && Number(given.amount) > 0 && (
        <Alert
          className="kb-above-8 kb-below-8"
          type="warning"
          showIcon
          title={`尚差 ${formatAmount(given.missing)} 元，请在截止前补足；到期未足额的原路退回`}
        />
      )}
      {bond.account && given?.state !== 'ended' && <BondAccount orderId={orderId} bond={bond} account={bond.account} />}
      {bond.letter && <BondLetter letter={bond.letter} />}
      {bond.movements.length > 0 && <Movements rows={bond.movements} />}
      {returns.refundId && <RefundLink refundId={returns.refundId} />}
      {bond.blocked ? (
        !given && <p className="kb-hint">{bond.blocked}</p>
      ) : (
        <BondChoice orderId={orderId} bond={bond} />
      )}
    </>
  )
}

function Movements({ rows }: { rows: Own['movements'] }) {
  return (
    <DataTable
      label="保证金账户明细"
      rows={rows}
      rowKey={(row) => row.movementId}
      columns={[
        { key: 'at', title: '时间', kind: 'time', width: 150, value: (row) => row.at },
        { key: 'amount', title: '金额', kind: 'amount', width: 130, value: (row) => row.amount },
        { key: 'label', title: '处理', value: (row) => row.label },
        { key: 'back', title: '退回时间', kind: 'time', width: 150, value: (row) => row.returnedAt },
      ]}
    />
  )
}

function RefundLink({ refundId }: { refundId: string }) {
  return (
    <p>
      <Link to={`/supplier/bonds/refunds/${refundId}`}>查看退还明细 ›</Link>
    </p>
  )
}
