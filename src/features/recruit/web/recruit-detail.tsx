import { Alert } from 'antd'
import { Link, useNavigate, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { DetailScreen, SideBlock } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useCall } from '#web/use-call.ts'
import { recruitDetail } from '../contract/order.ts'
import { recruitBase, recruitPlace, type Side } from '../rules/places.ts'
import { AssistDialog } from './assist-dialog.tsx'
import { callSections, stepsOf } from './call-sections.tsx'
import { useRecruitActs } from './use-acts.tsx'
import { stateTag } from './words.ts'

type Order = OutputOf<typeof recruitDetail>

/** A call for suppliers as its owner runs it. */
export function Screen({ side }: { side: Side }) {
  const { orderId = '' } = useParams()
  const navigate = useNavigate()
  const query = useCall(recruitDetail, { params: { orderId } }, { fresh: 0 })
  useCompanyLive('recruit')
  const { act, isAssisting, closeAssist } = useRecruitActs(
    side,
    orderId,
    () => void navigate(`${recruitBase(side)}/list`),
  )
  return (
    <>
      <DetailScreen query={query} back={{ label: '供应商征集', to: `${recruitBase(side)}/list` }}>
        {(order) => ({
          title: order.title,
          status: <StatusTag {...stateTag(order.state)} />,
          facts: [order.code, order.createdByName],
          ...(order.state === 'recruiting' && { deadline: { label: '申请截止', at: order.endsAt } }),
          steps: stepsOf(order),
          actions: order.actions,
          onAction: act,
          notice: <Notice order={order} side={side} />,
          sections: callSections(order, `/api/workbench/purchaser/recruit-orders/${order.orderId}`),
          side: <Aside order={order} side={side} />,
        })}
      </DetailScreen>
      {isAssisting && query.data && <AssistDialog order={query.data} onClose={closeAssist} />}
    </>
  )
}

function Notice({ order, side }: { order: Order; side: Side }) {
  const held = order.actions.find(({ reason }) => reason?.endsWith('审批中'))?.reason
  const saved = order.changes.find(({ state }) => state === 'saved')
  if (held) return <Alert className="kb-below-12" type="info" showIcon title={held} />
  if (!saved || order.state !== 'recruiting') return null
  return (
    <Alert
      className="kb-below-12"
      type="warning"
      showIcon
      title="有一份变更尚未发布"
      action={<Link to={recruitPlace(side, order.orderId, 'change')}>查看变更 ›</Link>}
    />
  )
}

function Aside({ order, side }: { order: Order; side: Side }) {
  const { counts } = order
  return (
    <>
      {order.state !== 'draft' && (
        <SideBlock title="申请">
          <FieldList
            columns={1}
            items={[
              { label: '已提交', value: `${counts.applied} 家` },
              { label: '待审核', value: `${counts.pending} 家` },
              { label: '已通过', value: `${counts.passed} 家` },
              counts.sentBack > 0 && { label: '退回修改', value: `${counts.sentBack} 家` },
              counts.refused > 0 && { label: '未通过', value: `${counts.refused} 家` },
            ]}
          />
          <Link to={recruitPlace(side, order.orderId, 'trades')}>查看申请 ›</Link>
        </SideBlock>
      )}
      {['drafted', 'published'].includes(order.state) && (
        <SideBlock title="结果">
          <Link to={recruitPlace(side, order.orderId, 'result')}>查看征集结果 ›</Link>
        </SideBlock>
      )}
      {order.invited.length > 0 && (
        <SideBlock title={`邀请的供应商（${order.invited.length}）`}>
          <ul>
            {order.invited.map(({ companyId, name }) => (
              <li key={companyId}>{name}</li>
            ))}
          </ul>
        </SideBlock>
      )}
      {order.assist.length > 0 && (
        <SideBlock title="协办人">{order.assist.map(({ name }) => name).join('、')}</SideBlock>
      )}
    </>
  )
}
