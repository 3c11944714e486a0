import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { AllowedAction } from '#contract/transition.ts'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { say } from '#features/procurement/methods/say.ts'
import { openFile } from '#web/export.ts'
import { ask } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useAction, useCall } from '#web/use-call.ts'
import {
  beginRoundTalk,
  callToTalk,
  dropRoundTalk,
  planRoundTalk,
  roundTalkMinutes,
  roundTalks,
  writeRoundTalk,
} from '../../contract-round.ts'
import { type Person, PeopleRows } from '../people-rows.tsx'
import { TalkPart } from './talk-part.tsx'

type Order = OutputOf<typeof orderDetail>
type Talks = OutputOf<typeof roundTalks>
type Talk = Talks['talks'][number]

/** Talks between two rounds of quotes, with one supplier at a time. */
export function Screen() {
  const { orderId = '' } = useParams()
  const order = useCall(orderDetail, { params: { orderId } })
  const query = useCall(roundTalks, { params: { orderId } }, { fresh: 0 })
  useLive([`order:${orderId}`, `order-owner:${orderId}`])
  return (
    <WhenLoaded query={order}>
      {(of) => <WhenLoaded query={query}>{(talks) => <TalksPage order={of} talks={talks} />}</WhenLoaded>}
    </WhenLoaded>
  )
}

function TalksPage({
  order,
  talks: { round, suppliers, talks, blocked, isHost, isDrawn },
}: {
  order: Order
  talks: Talks
}) {
  const [isPlanning, setPlanning] = useState(false)
  const side = useLocation().pathname.startsWith('/agency') ? 'agency' : 'purchaser'
  const place = { id: order.orderId, method: order.method }
  const left = suppliers.filter((one) => one.talks === 0)
  // Where turns are drawn, everybody has one.
  const isUneven = !isDrawn && left.length > 0 && left.length < suppliers.length
  return (
    <article>
      <PageHead
        title={say(order, '{act}')}
        status={<StatusTag label={order.stage} tone="active" />}
        facts={[order.code, order.title, round && `第 ${round.roundNo} 轮报价后`]}
        back={{ label: say(order, '{order}详情'), to: placeOf(place, 'publish.detail', side) }}
        actions={
          isHost &&
          !isDrawn && (
            <Button type="primary" disabled={blocked !== null} onClick={() => setPlanning(true)}>
              {say(order, '安排{act}')}
            </Button>
          )
        }
      />
      {blocked !== null && !(isDrawn && talks.length > 0) && <p className="kb-hint">{blocked}</p>}
      {isUneven && (
        <Alert
          className="kb-below-16"
          type="warning"
          showIcon
          title={`${say(order, '本轮尚未与以下供应商{act}')}：${left.map(({ supplierName }) => supplierName).join('、')}`}
          description={say(order, '应当给予本轮各供应商同等的{act}机会。')}
        />
      )}
      {round && (
        <section className="kb-section">
          <h2>
            本轮供应商
            <Link
              className="kb-push kb-size-13 kb-regular"
              to={placeOf({ ...place, ids: { roundId: round.roundId } }, 'quote.compare', side)}
            >
              逐行比价 ›
            </Link>
          </h2>
          <p className="kb-section-hint kb-hint">
            {say(order, '报价仅供采购方比较，不得向其他供应商透露；{act}记录中不自动写入任何报价。')}
          </p>
          <DataTable
            label="本轮供应商"
            rows={suppliers}
            rowKey={({ tradeId }) => tradeId}
            columns={[
              { key: 'name', title: '供应商', isHead: true, value: ({ supplierName }) => supplierName },
              { key: 'total', title: '本轮报价（元）', kind: 'amount', width: 160, value: ({ total }) => total },
              {
                key: 'talks',
                title: say(order, '本轮{act}'),
                width: 120,
                value: ({ talks: count }) => (count === 0 ? say(order, '未{act}') : `${count} 次`),
              },
            ]}
          />
        </section>
      )}
      {talks.length === 0 && (
        <EmptyState title={say(order, '还没有{act}')} hint={say(order, '报价开启后可逐家安排{act}，记录由双方签署')} />
      )}
      {talks.map((talk) => (
        <OneTalk key={talk.talkId} order={order} talk={talk} />
      ))}
      {isPlanning && (
        <ActionDialog
          title={say(order, '安排{act}')}
          endpoint={planRoundTalk}
          schema={planRoundTalk.body}
          fields={[
            {
              kind: 'select',
              name: 'tradeId',
              label: '供应商',
              required: true,
              options: suppliers.map(({ tradeId, supplierName }) => ({ value: tradeId, label: supplierName })),
            },
            { kind: 'instant', name: 'plannedAt', label: '时间', required: true },
            { kind: 'text', name: 'place', label: '地点', required: true, maxLength: 200 },
            { kind: 'area', name: 'subject', label: '议题', required: true, rows: 3, maxLength: 2000 },
          ]}
          input={(body: InputOf<typeof planRoundTalk>['body']) => ({ params: { orderId: order.orderId }, body })}
          hint="安排后仅采购方可见；点“通知供应商”后，该供应商可以看到时间、地点和议题。"
          success="已安排"
          onDone={() => setPlanning(false)}
          onClose={() => setPlanning(false)}
        />
      )}
    </article>
  )
}

/** A talk with what its host may do next. */
function OneTalk({ order, talk }: { order: Order; talk: Talk }) {
  const [isWriting, setWriting] = useState(false)
  const params = { orderId: order.orderId, talkId: talk.talkId }
  const call = useAction(callToTalk, { success: '已通知供应商' })
  const begin = useAction(beginRoundTalk, { success: say(order, '{act}已开始') })
  const drop = useAction(dropRoundTalk, { success: '已取消' })
  const act = async ({ action, label, confirm }: AllowedAction) => {
    if (confirm && !(await ask({ title: label, content: confirm, okText: label }))) return
    if (action === 'call') await call.run({ params })
    if (action === 'begin') await begin.run({ params })
    if (action === 'write') setWriting(true)
    if (action === 'drop')
      askText({
        title: say(order, '取消{act}'),
        label: '原因',
        placeholder: talk.calledAt === null ? '请说明取消的原因' : '请说明取消的原因，将告知该供应商',
        most: 2000,
        rows: 3,
        okText: say(order, '取消{act}'),
        danger: true,
        run: (reason) => drop.run({ params, body: { reason } }),
      })
  }
  return (
    <>
      <TalkPart
        talk={talk}
        method={order.method}
        title={`${talk.turn === null ? '' : `第 ${talk.turn} 家：`}与${talk.supplierName}${say(order, '{act}')}（第 ${talk.roundNo} 轮报价后）`}
        actions={talk.actions.map((one) => (
          <Button
            key={one.action}
            size="small"
            type={one.primary ? 'primary' : 'default'}
            danger={one.danger === true}
            disabled={one.reason !== undefined}
            title={one.reason}
            onClick={() => void act(one)}
          >
            {one.label}
          </Button>
        ))}
        onPdf={(version) => void openFile(roundTalkMinutes, { params: { ...params, version } })}
      />
      {isWriting && (
        <ActionDialog
          title={say(order, '记录{act}')}
          width={860}
          endpoint={writeRoundTalk}
          schema={writeRoundTalk.body}
          initial={talk.minutes[0] ? pick(talk.minutes[0]) : { people: peopleOf(order, talk), content: '' }}
          fields={[
            { kind: 'instant', name: 'endedAt', label: '结束时间', required: true },
            { kind: 'custom', name: 'people', label: '参加人员', required: true, wide: true, control: <PeopleRows /> },
            { kind: 'area', name: 'content', label: say(order, '{act}内容'), required: true, rows: 8, maxLength: 8000 },
          ]}
          input={(body: InputOf<typeof writeRoundTalk>['body']) => ({ params, body })}
          hint="提交即由您代表采购方签署，再由供应商签署；不得写入其他供应商的报价或者商业秘密。"
          okText="签署并提交"
          success="已提交，等待供应商签署"
          onDone={() => setWriting(false)}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  )
}

function pick({ endedAt, people, content }: Talk['minutes'][number]) {
  return { endedAt, people, content }
}

function peopleOf(order: Order, { supplierName }: Talk): Person[] {
  return [
    { side: 'buyer', name: '', unit: order.purchaserName, title: '' },
    { side: 'supplier', name: '', unit: supplierName, title: '' },
  ]
}
