import { Alert, Button } from 'antd'
import { useLocation, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, trimZeros } from '#contract/money.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { BOND_FORMS } from '#features/procurement/rules/bond-terms.ts'
import { openExport } from '#web/export.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { RowButton } from '#web/kit/list-parts.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { type BondAct, type BondRow, orderBonds } from '../contract/register.ts'
import { BOND_STATES } from '../rules/states.ts'
import { turnNote, turnReason } from './turn.ts'
import { type BondActs, useBondActs } from './use-acts.tsx'

type Bonds = OutputOf<typeof orderBonds>
type Order = OutputOf<typeof orderDetail>

/** What stays away while no row has it: half the page would be dashes until bonds come in. */
function columnsOf(order: Order) {
  return [
    {
      key: 'name',
      title: say(order, '{bidder}'),
      value: (row: BondRow) => row.supplierName + (row.isWinner ? say(order, '（{winner}）') : ''),
    },
    {
      key: 'state',
      title: '状态',
      width: 120,
      value: (row: BondRow) => tagOf(row).label,
      render: (row: BondRow) => <StatusTag {...tagOf(row)} />,
    },
    { key: 'amount', title: '金额', kind: 'amount' as const, width: 130, value: (row: BondRow) => row.amount },
    {
      key: 'form',
      title: '形式',
      width: 130,
      value: (row: BondRow) =>
        row.kind === 'offline' ? `${BOND_FORMS[row.form!]}（线下登记）` : row.exemption ? '申请免缴' : row.kindLabel,
    },
    {
      key: 'performance',
      title: '履约保证金',
      width: 150,
      value: (row: BondRow) =>
        row.performance && `${formatAmount(row.performance.amount)}（${trimZeros(row.performance.rate)}%）`,
    },
    { key: 'paidOn', title: '到账日期', width: 110, value: (row: BondRow) => row.paidOn },
    { key: 'dueOn', title: '应退还日', width: 110, value: (row: BondRow) => row.dueOn },
    { key: 'refunded', title: '退还本金', kind: 'amount' as const, width: 130, value: (row: BondRow) => row.refunded },
    { key: 'interest', title: '利息', kind: 'amount' as const, width: 100, value: (row: BondRow) => row.interest },
    {
      key: 'late',
      title: '逾期利息',
      kind: 'amount' as const,
      width: 100,
      value: (row: BondRow) => (Number(row.lateInterest) > 0 ? row.lateInterest : null),
    },
    { key: 'refundedOn', title: '退还日期', width: 110, value: (row: BondRow) => row.refundedOn },
    {
      key: 'note',
      title: '说明',
      width: 280,
      value: (row: BondRow) =>
        [
          row.leftOn && `${row.leftOn} 在最后报价前退出，应当退还`,
          turnNote(row),
          row.failReason && `退还失败：${row.failReason}`,
          row.keptReason,
          row.exemption,
          row.letter,
        ]
          .filter(Boolean)
          .join('；'),
    },
    { key: 'by', title: '经办人', width: 80, value: (row: BondRow) => row.recordedBy },
  ]
}

function tagOf(row: BondRow): { label: string; tone: Tone } {
  if (row.isHeld) return { label: '审批中', tone: 'active' }
  return row.isOverdue ? { label: '逾期未退', tone: 'danger' } : BOND_STATES[row.state]
}

const IS_ALWAYS: ReadonlySet<string> = new Set(['name', 'state', 'amount'])

/** Bonds of an order by bidder: come in, due back, paid back. */
export function Screen() {
  const { orderId = '' } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(orderBonds, { params: { orderId } }, { fresh: 0 })
  const acts = useBondActs(orderId)
  useLive(`order-owner:${orderId}`)
  return (
    <WhenLoaded query={order}>
      {(of) => <WhenLoaded query={query}>{(bonds) => <BondPage order={of} bonds={bonds} acts={acts} />}</WhenLoaded>}
    </WhenLoaded>
  )
}

function BondPage({ order, bonds, acts }: { order: Order; bonds: Bonds; acts: BondActs }) {
  const side = useLocation().pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const returnable = bonds.rows.filter((row) => row.acts.includes('return') && row.state !== 'turned')
  const total = returnable.reduce((sum, row) => sum + (row.form === 'transfer' ? Number(row.amount) : 0), 0)
  const isBare = Number(bonds.bond) === 0 && bonds.rows.every((row) => row.state === 'unpaid')
  return (
    <>
      <PageHead
        title={say(order, '{bond}退还')}
        back={{
          label: say(order, '{order}详情'),
          to: placeOf({ id: order.orderId, method: order.method }, 'publish.detail', side),
        }}
        facts={[
          <span key="bond">
            规定金额 <AmountText value={bonds.bond} />
          </span>,
          bonds.contractSignedOn ? `合同签订 ${bonds.contractSignedOn}` : bonds.mayRecordContract && '合同尚未登记',
          bonds.dueOn && `退还期限 ${bonds.dueOn}`,
        ]}
        actions={
          <>
            {bonds.mayRecordContract && <Button onClick={acts.contract}>登记合同签订日期</Button>}
            {returnable.length > 0 && (
              <Button
                type="primary"
                loading={acts.isReturning}
                onClick={() => acts.giveBack(returnable, formatAmount(total.toFixed(2)))}
              >
                退还全部 {returnable.length} 笔
              </Button>
            )}
          </>
        }
      />
      <Alert
        className="kb-above-16 kb-below-16"
        type={bonds.isOverdue ? 'error' : 'info'}
        showIcon
        title={bonds.isOverdue ? `已超过退还期限，请立即退还（${bonds.rule.citation}）` : bonds.rule.citation}
        description={
          bonds.isSealed
            ? '经平台提交的保证金在开标后显示；此前任何人都不能查看由谁提交、有多少家提交。线下收取的，凭凭证登记。'
            : '经平台提交的保证金由平台原路退还；线下收取的，凭凭证登记退还。'
        }
      />
      {bonds.isHeld && (
        <Alert className="kb-below-16" type="info" showIcon title="退还正在审批，审批结束前不能办理其他事项" />
      )}
      {isBare ? (
        <EmptyState title={say(order, '{documents}未要求{bond}')} hint="没有需要登记的到账和退还" />
      ) : bonds.rows.length === 0 ? (
        <EmptyState title={say(order, '没有{bidder}')} hint="通过报名的供应商在这里显示" />
      ) : (
        <DataTable
          label={say(order, '{bond}')}
          rows={bonds.rows}
          rowKey={(row) => row.tradeId}
          columns={columnsOf(order).filter((column) => IS_ALWAYS.has(column.key) || bonds.rows.some(column.value))}
          renderEnd={(row) => <RowEnd row={row} bonds={bonds} orderId={order.orderId} acts={acts} />}
        />
      )}
    </>
  )
}

const ACTS: Record<BondAct, { label: string; danger?: true }> = {
  record: { label: '登记到账' },
  refund: { label: '登记退还' },
  return: { label: '退还' },
  turn: { label: '转履约保证金' },
  keep: { label: '不予退还', danger: true },
}

interface RowEndProps {
  row: BondRow
  bonds: Bonds
  orderId: string
  acts: BondActs
}

function RowEnd({ row, bonds, orderId, acts }: RowEndProps) {
  return (
    <>
      {row.acts.map((act) => (
        <RowButton
          key={act}
          action={{ ...ACTS[act], reason: act === 'turn' ? turnReason(row) : undefined }}
          onClick={() => acts.act(act, row, bonds.bond)}
        />
      ))}
      {[row.paidVoucher, row.refundVoucher].map(
        (file, i) =>
          file && (
            <Button
              key={file.fileId}
              type="link"
              size="small"
              onClick={() =>
                void openExport(`/api/workbench/buyer/orders/${orderId}/bonds/${row.tradeId}/vouchers/${file.fileId}`)
              }
            >
              {i === 0 ? '到账凭证' : '退还凭证'}
            </Button>
          ),
      )}
    </>
  )
}
