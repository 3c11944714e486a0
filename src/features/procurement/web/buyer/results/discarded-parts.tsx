import { Link } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { Parts } from '#web/shell/parts.tsx'
import { useCall } from '#web/use-call.ts'
import { ORDER_SLOTS } from '../../../contract/slots.ts'
import { buyerNotice } from '../../../contract/notice.ts'
import { tradePage } from '../../../contract/trade.ts'
import { methodOf } from '../../../methods/all.ts'
import { TradeStatus } from '../../../rules/enums.ts'
import type { OrderDetail } from '../tones.ts'
import { ChangeMethod } from './change-method.tsx'
import { buyerOf, useBuyer, useOrderPages } from '../use-buyer.ts'

/** Why an order failed, when, and how far it had come. */
export function FailureFacts({
  order,
  notice,
}: {
  order: OrderDetail
  notice: { noticeId: string; publishedAt: string | null }
}) {
  const at = useBuyer()
  const { data } = useCall(buyerNotice, { params: { orderId: order.orderId, noticeId: notice.noticeId } })
  const reason = data?.data.reason
  const reached = order.rail.findLast((step) => step.state === 'done')
  return (
    <FieldList
      items={[
        { label: '流标原因', value: typeof reason === 'string' ? reason : '', wide: true },
        { label: '流标时间', value: formatTime(notice.publishedAt, true) },
        { label: '已进行到', value: reached?.label },
        { label: at.say('{notice}发布'), value: formatTime(order.publishedAt, true) },
        { label: '经办人', value: order.ownerName },
      ]}
    />
  )
}

/** Who had signed up, and how their bonds stand, as far as the reader may know. */
export function FailureParticipants({ order }: { order: OrderDetail }) {
  const pages = useOrderPages()
  const params = { orderId: order.orderId }
  const trades = useCall(tradePage, { params, query: { pageSize: 100 } })
  const hasBond = Number(order.bond) > 0
  const isOwner = order.actions.some((one) => one.action === 'copy')
  return (
    <WhenLoaded query={trades}>
      {({ rows }) =>
        rows.length === 0 ? (
          <p className="kb-muted">没有供应商报名</p>
        ) : (
          <>
            <DataTable
              label="参与情况"
              rows={rows}
              rowKey={(row) => row.tradeId}
              columns={[
                { key: 'name', title: '供应商', value: (row) => row.supplierName },
                {
                  key: 'origin',
                  title: '来源',
                  width: 90,
                  value: (row) => (row.origin === 'invited' ? '受邀' : '报名'),
                },
                { key: 'at', title: '报名时间', kind: 'time', width: 140, value: (row) => row.createdAt },
                { key: 'status', title: '报名审核', width: 100, value: (row) => TradeStatus.label(row.status) },
              ]}
            />
            {hasBond && isOwner && <Parts of={ORDER_SLOTS.bonds} order={order} pages={pages} />}
          </>
        )
      }
    </WhenLoaded>
  )
}

/** What its owner may do next. */
export function WhatFollows({ order }: { order: OrderDetail }) {
  const at = useBuyer()
  const pages = useOrderPages()
  const isArchived = order.state === 'archive.abortive'
  const instead = methodOf(order.method).insteadOfFew
  const fileId = order.files.find((file) => file.kind === 'document')?.fileId
  return (
    <ul className="buyer-effects">
      <li>
        <Link className="kb-inline-link" to={at.rerun({ orderId: order.orderId, projectId: order.projectId, fileId })}>
          {at.say('重新{act}')} ›
        </Link>{' '}
        按原{at.say('{order}')}新建草稿，时间须重新填写。
      </li>
      {instead !== undefined && (
        <li>
          <ChangeMethod order={order} />
          只有一家可供的，按本单位规定改变采购方式；须审批的，一并提交审批。需要另行填写的，
          <Link
            className="kb-inline-link"
            to={`${buyerOf(at.side, methodOf(instead)).form({ projectId: order.projectId })}?failedOrder=${order.code}`}
          >
            先建草稿
          </Link>
          。
        </li>
      )}
      {!isArchived && (
        <li>
          <Link className="kb-inline-link" to={pages('abortive.addSupplier')}>
            {at.say('重新{act}并追加供应商')} ›
          </Link>{' '}
          新一轮发布后通知所选供应商。
        </li>
      )}
      {Number(order.bond) > 0 && (
        <li>
          <Link className="kb-inline-link" to={pages('bond.refund')}>
            退还{at.say('{bond}')} ›
          </Link>{' '}
          逐家登记退还凭证。
        </li>
      )}
      <li>{isArchived ? '本次记录已归档。' : at.say('办理完毕后，在{order}详情归档本次记录。')}</li>
    </ul>
  )
}
