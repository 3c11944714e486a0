import { Button } from 'antd'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DetailScreen, SideBlock } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { applyFile, decideTrade, tradeApprovals, tradeDetail } from '../contract/trade.ts'
import { REQUIRE_TYPES } from '../rules/kinds.ts'
import { recruitPlace, type Side } from '../rules/places.ts'
import { DocumentList } from './document-list.tsx'
import { applyTag, CHECK_WORDS, feeTag } from './words.ts'

type Trade = OutputOf<typeof tradeDetail>

const ASKS = { refuse: ['审核不通过', '不通过'], sendBack: ['退回修改', '退回'] } as const

/** One application as whoever checks it reads it. */
export function Screen({ side }: { side: Side }) {
  const { orderId = '', tradeId = '' } = useParams()
  const params = { tradeId }
  const query = useCall(tradeDetail, { params }, { fresh: 0 })
  useCompanyLive('recruit')
  const decide = useAction(decideTrade, { success: '审核意见已提交' })
  const act = (decision: string) => {
    if (decision === 'pass') return decide.run({ params, body: { decision } })
    const [title, okText] = ASKS[decision as keyof typeof ASKS]
    return askText({
      title,
      okText,
      label: '原因（供应商可见）',
      danger: decision === 'refuse',
      run: (reason) => decide.run({ params, body: { decision: decision as 'refuse', reason } }),
    })
  }
  return (
    <DetailScreen query={query} back={{ label: '入库申请', to: recruitPlace(side, orderId, 'trades') }}>
      {(trade) => ({
        title: trade.companyName,
        status: <StatusTag {...applyTag(trade.status)} />,
        facts: [trade.orderTitle, trade.categories.join('、')],
        actions: trade.actions,
        onAction: act,
        sections: [
          {
            key: 'documents',
            title: '申请材料',
            extra: <KindDownloads trade={trade} side={side} />,
            content: (
              <DocumentList
                documents={trade.documents}
                pathOf={(fileId, requireType) =>
                  `/api/workbench/purchaser/recruit-orders/${trade.orderId}/trades/${trade.tradeId}/down-apply-file?identity=${side}&requireType=${requireType}&fileId=${fileId}`
                }
              />
            ),
          },
          { key: 'basic', title: '申请信息', content: <Basics trade={trade} /> },
        ],
        side: <History tradeId={trade.tradeId} />,
      })}
    </DetailScreen>
  )
}

/** One download per kind of document that was handed in. */
function KindDownloads({ trade, side }: { trade: Trade; side: Side }) {
  const kinds = [...new Set(trade.documents.map(({ requireType }) => requireType))]
  const params = { orderId: trade.orderId, tradeId: trade.tradeId }
  return kinds.map((requireType) => (
    <Button
      key={requireType}
      type="link"
      size="small"
      onClick={() => void openFile(applyFile, { params, query: { identity: side, requireType } })}
    >
      下载{REQUIRE_TYPES[requireType]}
    </Button>
  ))
}

function Basics({ trade }: { trade: Trade }) {
  return (
    <FieldList
      items={[
        { label: '供应商', value: trade.companyName },
        { label: '统一社会信用代码', value: trade.creditCode },
        { label: '申请品类', value: trade.categories.join('、') },
        { label: '联系人', value: [trade.contactName, trade.contactPhone].filter(Boolean).join('，') },
        { label: '提交时间', value: formatTime(trade.handedInAt) },
        trade.decidedAt && { label: '审核', value: `${trade.decidedByName}，${formatTime(trade.decidedAt)}` },
        trade.fee !== 'none' && {
          label: '入库服务费',
          value: (
            <>
              <StatusTag {...feeTag(trade.fee)} />
              {trade.paidAt && <span className="kb-note"> {formatTime(trade.paidAt)}</span>}
              {trade.feeProblem !== '' && <span className="kb-bad"> {trade.feeProblem}</span>}
            </>
          ),
        },
        trade.reason !== '' && { label: '审核意见', value: trade.reason, wide: true },
        trade.note !== '' && { label: '补充说明', value: <span className="kb-pre">{trade.note}</span>, wide: true },
      ]}
    />
  )
}

function History({ tradeId }: { tradeId: string }) {
  const { data } = useCall(tradeApprovals, { params: { tradeId } }, { fresh: 0 })
  if (!data) return null
  return (
    <SideBlock title="审核记录">
      <Timeline
        items={data.map(({ no, action, at, byName, reason }) => ({
          key: String(no),
          at,
          title: `${byName}：${CHECK_WORDS[action]}`,
          text: reason,
          state: action === 'refuse' ? 'danger' : 'done',
        }))}
      />
    </SideBlock>
  )
}
