import { Link } from 'react-router'
import { Button } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import type { orderDetail } from '#features/procurement/contract/order.ts'
import { placeOf } from '#features/procurement/methods/places.ts'
import { QuoteStatus, RoundStatus } from '#features/quotes/rules/enums.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import type { KeyMode } from '#features/procurement/rules/key-mode.ts'
import { NOT_ABOVE } from '#features/procurement/rules/quote-terms.ts'
import { ReleaseList } from './keys/release-list.tsx'
import { Opening } from './opening.tsx'
import { reductionInWords } from './reduction-words.ts'
import { extendRound, type Round } from '../contract.ts'
import type { Phase } from '../contract-keys.ts'

type Quoted = NonNullable<Round['quotes']>[number]

const S = RoundStatus.values

interface RoundPartProps {
  order: Pick<OutputOf<typeof orderDetail>, 'orderId' | 'method' | 'actions'>
  side: 'purchaser' | 'agency'
  round: Round
  /** Too few quotes came: nothing is opened. */
  isShort: boolean
  /** Whose keys open the quotes. */
  keyMode: KeyMode
}

/** How a round goes on behind its deadline. */
const OPENED: Readonly<Record<KeyMode, string>> = {
  timed: '；到时由平台自动开启',
  bidder: '；截止后供应商提交各自的密钥，再统一开启',
  joint: '；截止后供应商提交各自的密钥，再由保管人共同开启',
}

const AWAITED: Readonly<Record<Phase, string>> = {
  releasing: '待供应商提交密钥',
  answering: '待保管人共同开启',
  opening: '正在开启',
  opened: '待开启',
}

function labelOf({ status, release }: Round, isShort: boolean): string {
  if (status !== S.quoting) return RoundStatus.label(status)
  if (isShort) return '报价不足'
  return release ? '已截止' : RoundStatus.label(status)
}

function overOf({ release, openers }: Round, isShort: boolean): string {
  if (isShort) return '已截止'
  if (release) return AWAITED[release.phase]
  return openers > 0 ? '已截止，待确认开启' : '已到时，正在开启'
}

/** One round: how long it goes on, or who quoted what. */
export function RoundPart({ order, side, round, isShort, keyMode }: RoundPartProps) {
  const [isExtending, setExtending] = useState(false)
  const isOpen = round.status === S.quoting
  const place = { id: order.orderId, method: order.method, ids: { roundId: round.roundId } }
  const isOwner = order.actions.some(({ action }) => action === 'startRound')
  return (
    <section className="kb-section" aria-label={round.label}>
      <h2 className="kb-row kb-tight kb-wrap">
        {round.label}
        {round.isFinal && <span className="kb-chip">最终报价</span>}
        <StatusTag label={labelOf(round, isShort)} tone={isOpen ? (isShort ? 'warning' : 'active') : 'success'} />
        {isOpen && round.release && <span className="kb-size-13 kb-push kb-soft">{overOf(round, isShort)}</span>}
        {isOpen && round.deadline && !round.release && (
          <span className="kb-size-13 kb-push kb-soft">
            剩余 <Countdown at={round.deadline} over={overOf(round, isShort)} />
          </span>
        )}
      </h2>
      <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
        {round.startedAt && <span>{formatTime(round.startedAt)} 开始</span>}
        {round.deadline && <span>{formatTime(round.deadline)} 截止</span>}
        {round.closeReason && <span>{round.closeReason}</span>}
        {round.lines !== null && <span>询价行最多 {round.lines} 行</span>}
        {round.target !== null && <span>目标总价 {formatAmount(round.target)} 元</span>}
        {round.roundNo > 1 && <span>{NOT_ABOVE[round.notAbove]}</span>}
        {round.note && <span>{round.note}</span>}
      </p>
      {isOpen && !round.release && (
        <p className="kb-hint">截止前任何人都看不到谁已报价、报了多少{round.openers === 0 ? OPENED[keyMode] : ''}。</p>
      )}
      {!isShort && <Opening orderId={order.orderId} round={round} />}
      {round.release && !isShort && (
        <ReleaseList
          order={{ orderId: order.orderId, roundId: round.roundId }}
          label={round.label}
          release={round.release}
        />
      )}
      {isOpen && isOwner && round.roundNo > 1 && <Button onClick={() => setExtending(true)}>延长时间</Button>}
      {round.quotes && (
        <DataTable
          label={`${round.label}的报价`}
          rows={round.quotes}
          rowKey={(row) => row.tradeId}
          columns={[
            {
              key: 'name',
              title: '供应商',
              value: (row) => row.supplierName,
              render: (row) =>
                row.quoteId === null ? (
                  row.supplierName
                ) : (
                  <Link
                    to={placeOf(
                      { ...place, ids: { ...place.ids, tradeId: row.tradeId, offerId: row.quoteId } },
                      'quote.offer',
                      side,
                    )}
                  >
                    {row.supplierName}
                  </Link>
                ),
            },
            {
              key: 'status',
              title: '状态',
              width: 140,
              render: (row) => (
                <StatusTag
                  label={row.invalid === '' ? QuoteStatus.label(row.status) : '无效'}
                  tone={row.total === null || row.invalid !== '' ? 'neutral' : 'success'}
                />
              ),
              value: (row) => row.invalid,
            },
            ...(round.lines === null
              ? []
              : [
                  {
                    key: 'lines',
                    title: '询价行',
                    width: 90,
                    value: (row: Quoted) => (row.lines === null ? '全部' : `${row.lines} 行`),
                  },
                ]),
            { key: 'total', title: '报价（元）', kind: 'amount', width: 160, value: (row) => row.total },
            ...(round.roundNo === 1
              ? []
              : [
                  {
                    key: 'reduction',
                    title: '较上次',
                    width: 110,
                    value: (row: Quoted) => (row.reduction === null ? '-' : reductionInWords(row.reduction)),
                  },
                  {
                    key: 'sinceFirst',
                    title: '较首次',
                    width: 110,
                    value: (row: Quoted) => (row.sinceFirst === null ? '-' : reductionInWords(row.sinceFirst)),
                  },
                ]),
            {
              key: 'at',
              title: '提交时间',
              width: 170,
              value: (row) => (row.submittedAt ? formatTime(row.submittedAt, true) : '-'),
            },
          ]}
        />
      )}
      {round.quotes && round.roundNo > 1 && (
        <p className="kb-hint">
          较上次、较首次按同一供应商报过的同一清单行比较，未询价的行不计入；成交按各行最后一次有效报价。
        </p>
      )}
      {round.quotes && <Link to={placeOf(place, 'quote.compare', side)}>逐行比价 ›</Link>}
      {isExtending && (
        <ActionDialog
          title={`延长${round.label}`}
          endpoint={extendRound}
          schema={extendRound.body}
          initial={{ minutes: 60 }}
          fields={[
            { kind: 'integer', name: 'minutes', label: '延长', min: 5, max: 10_080, unit: '分钟' },
            { kind: 'area', name: 'reason', label: '原因', required: true, rows: 2 },
          ]}
          input={(values: { minutes: number; reason: string }) => ({
            params: { orderId: order.orderId, roundId: round.roundId },
            body: values,
          })}
          hint="参加本轮的供应商同时收到通知。"
          success="报价时间已延长"
          onDone={() => setExtending(false)}
          onClose={() => setExtending(false)}
        />
      )}
    </section>
  )
}
