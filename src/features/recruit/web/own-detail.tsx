import { Alert } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DetailScreen, SideBlock } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { PrimaryButton } from '#web/kit/page-head.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { callDetail, payTrade } from '../contract/supplier.ts'
import { applyPlace } from '../rules/places.ts'
import { ApplyStatus } from '../rules/trade.ts'
import { callSections, feeText, stepsOf } from './call-sections.tsx'
import { DocumentList } from './document-list.tsx'
import { applyTag, CHECK_WORDS, feeTag, stateTag } from './words.ts'

type Call = OutputOf<typeof callDetail>
type Trade = NonNullable<Call['trade']>

/** A call as a supplier reads it, with its own application. */
export function Screen() {
  const { orderId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(callDetail, { params: { orderId } }, { fresh: 0 })
  useCompanyLive('recruit')
  const pay = useAction(payTrade, { onDone: ({ payOrderId }) => void navigate(`/finance/orders/${payOrderId}`) })
  return (
    <DetailScreen query={query} back={{ label: '供应商征集', to: '/supplier/monitor/recruit/list' }}>
      {(call) => {
        const { trade } = call
        return {
          title: call.title,
          status: <StatusTag {...(trade ? applyTag(trade.status) : stateTag(call.state))} />,
          facts: [call.code, call.ownerName],
          ...(call.state === 'recruiting' && { deadline: { label: '申请截止', at: call.endsAt } }),
          steps: stepsOf(call),
          extra: !trade && call.blocked === null && <PrimaryButton label="申请入库" to={applyPlace(orderId)} />,
          actions: trade?.actions.filter(({ reason }) => !reason) ?? [],
          onAction: (action) => {
            if (!trade) return
            if (action !== 'pay') return void navigate(applyPlace(orderId, trade.tradeId))
            return pay.run({ params: { tradeId: trade.tradeId } })
          },
          notice: <Notice call={call} />,
          sections: [
            trade && { key: 'own', title: '我的申请', content: <Own call={call} trade={trade} /> },
            ...callSections(call, `/api/workbench/supplier/recruit-orders/${orderId}`),
          ],
          side: trade && <History trade={trade} />,
        }
      }}
    </DetailScreen>
  )
}

/** What the supplier must know first. */
function Notice({ call }: { call: Call }) {
  const { trade, result, blocked, changes } = call
  const alert = (props: Parameters<typeof Alert>[0]) => <Alert className="kb-below-12" showIcon {...props} />
  if (result)
    return alert({
      type: 'success',
      title: `贵单位已入库：${result.categories.join('、')}`,
      description: `有效期 ${result.from} 至 ${result.until}`,
    })
  if (call.state === 'published' && trade) return alert({ type: 'info', title: '结果已公布，贵单位本次未入库' })
  if (call.state === 'abandoned') return alert({ type: 'info', title: `征集已终止：${call.endReason}` })
  if (trade?.fee?.state === 'due')
    return alert({
      type: 'warning',
      title: `请缴纳入库服务费 ${formatAmount(trade.fee.amount)} 元，收款方：${trade.fee.payeeName}`,
      description: `${trade.fee.timing === 'signUp' ? '缴费后征集单位方可审核通过。' : '缴费后方可入库。'}未通过、未入库或者征集终止的，原路退还。`,
    })
  if (trade?.status === ApplyStatus.values.sentBack)
    return alert({
      type: 'warning',
      title: `申请退回修改：${trade.reason}`,
      description: '修改后重新提交，截止后不能再修改。',
    })
  if (trade?.status === ApplyStatus.values.refused)
    return alert({ type: 'error', title: `申请未通过：${trade.reason}` })
  if (!trade && blocked) return alert({ type: 'info', title: blocked })
  const [last] = changes
  return last ? alert({ type: 'info', title: `最近变更：${last.content}` }) : null
}

function Own({ call, trade }: { call: Call; trade: Trade }) {
  const { fee } = trade
  return (
    <>
      <FieldList
        items={[
          {
            label: '申请品类',
            value: call.categories
              .filter(({ key }) => trade.categories.includes(key))
              .map(({ name }) => name)
              .join('、'),
          },
          { label: '提交时间', value: formatTime(trade.handedInAt) },
          { label: '联系人', value: [trade.contactName, trade.contactPhone].filter(Boolean).join('，') },
          fee && {
            label: '入库服务费',
            value: (
              <>
                {fee.state === 'none' ? feeText(call) : <StatusTag {...feeTag(fee.state)} />}
                {fee.payOrderId && <Link to={`/finance/orders/${fee.payOrderId}`}> 查看付款单 ›</Link>}
              </>
            ),
          },
          trade.reason !== '' && { label: '审核意见', value: trade.reason, wide: true },
          trade.note !== '' && { label: '补充说明', value: <span className="kb-pre">{trade.note}</span>, wide: true },
        ]}
      />
      <DocumentList
        documents={trade.documents}
        pathOf={(fileId) => `/api/workbench/supplier/recruit-orders/trades/${trade.tradeId}/files/${fileId}`}
      />
    </>
  )
}

function History({ trade }: { trade: Trade }) {
  return (
    <SideBlock title="申请记录">
      <Timeline
        items={trade.history.map(({ no, action, at, reason }) => ({
          key: String(no),
          at,
          title: CHECK_WORDS[action],
          text: reason,
          state: action === 'refuse' ? 'danger' : 'done',
        }))}
      />
    </SideBlock>
  )
}
