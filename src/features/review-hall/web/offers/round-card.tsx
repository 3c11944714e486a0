import { Button } from 'antd'
import { useState } from 'react'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Countdown } from '#web/kit/values.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { closeRound, dropRound, extendRound, type Round, startRound } from '../../contract/offers.ts'
import { RoundStatus } from '#features/quotes/rules/enums.ts'
import { askForTime } from '../asks/ask-time.tsx'
import { useReviewAddress } from '../review-address.ts'
import { offerReadsOf, offerTone, reductionText, roundTone } from './offer-data.ts'

interface RoundCardProps {
  round: Round
  projectId: string
  /** Its offers are shown from the beginning. */
  open: boolean
}

/** One round: how it stands, what is left of its time, who has quoted, and the figures once it is closed. */
export function RoundCard({ round, projectId, open }: RoundCardProps) {
  const [shown, setShown] = useState(open)
  const quoting = round.status === RoundStatus.values.quoting
  return (
    <article className="rv-card kb-panel kb-box-16" aria-label={round.label}>
      <header className="kb-row kb-tight kb-wrap">
        <h3>{round.label}</h3>
        <span className="kb-chip">{round.modeLabel}</span>
        {round.isFinal && <span className="kb-chip">最终报价</span>}
        <StatusTag label={round.statusLabel} tone={roundTone(round.status)} />
        {quoting && (
          <span className="kb-size-13 kb-push kb-soft">
            剩余 <Countdown at={round.deadline} over="已到时" />
          </span>
        )}
      </header>
      <p className="kb-flex kb-gap-16 kb-flat kb-wrap kb-hint">
        <span>
          邀请 {round.invited} 家{round.submitted !== null && `，已报价 ${round.submitted} 家`}
        </span>
        <span>报价时间 {round.minutes} 分钟</span>
        {round.notAbove && <span>不得高于上一次报价</span>}
        {round.startedAt && <span>{formatTime(round.startedAt, true)} 开始</span>}
        {round.deadline && <span>{formatTime(round.deadline, true)} 截止</span>}
        {round.closedAt && (
          <span>
            {formatTime(round.closedAt, true)} 结束{round.closeReason && `（${round.closeReason}）`}
          </span>
        )}
      </p>
      {round.note && <p className="kb-above-8 kb-below-8 kb-pre kb-break">{round.note}</p>}
      <Actions round={round} projectId={projectId} />
      {round.startedAt &&
        (shown ? (
          <Offers round={round} projectId={projectId} />
        ) : (
          <button type="button" className="kb-accent kb-nowrap" onClick={() => setShown(true)}>
            查看报价
          </button>
        ))}
    </article>
  )
}

function Offers({ round, projectId }: { round: Round; projectId: string }) {
  const { side } = useReviewAddress()
  const reads = offerReadsOf(side)
  const params = { projectId }
  const query = useCall(reads.roundOffers, { params, query: { roundId: round.roundId, pageSize: 100 } })
  const closed = round.status === RoundStatus.values.closed
  return (
    <>
      {!closed && <p className="kb-hint">报价金额在本轮结束后对评标委员会同时公开，此前任何人不可见。</p>}
      <WhenLoaded query={query}>
        {({ rows }) => (
          <DataTable
            label={`${round.label}的报价`}
            rows={rows}
            rowKey={(r) => r.bidderId}
            columns={[
              { key: 'name', title: '投标人', value: (r) => `${r.no}. ${r.supplierName}` },
              {
                key: 'state',
                title: '状态',
                width: 130,
                render: (r) => <StatusTag label={r.statusLabel} tone={offerTone(r.status)} />,
              },
              {
                key: 'at',
                title: '提交时间',
                width: 170,
                value: (r) => (r.submittedAt ? formatTime(r.submittedAt, true) : '-'),
              },
              { key: 'previous', title: '上次报价', kind: 'amount', width: 150, value: (r) => r.previous },
              {
                key: 'total',
                title: '本次报价',
                width: 150,
                align: 'right',
                render: (r) => (
                  <span className={r.overControlPrice ? 'kb-bad' : r.isLowest ? 'kb-good' : undefined}>
                    {r.total === null ? (
                      closed ? (
                        '-'
                      ) : (
                        '密封中'
                      )
                    ) : (
                      <b title={r.capitals ?? ''}>{formatAmount(r.total)}</b>
                    )}
                    {r.isLowest && <span className="kb-said">（最低）</span>}
                    {r.overControlPrice && <span className="kb-said">（超限价）</span>}
                  </span>
                ),
              },
              {
                key: 'less',
                title: '降幅',
                width: 120,
                align: 'right',
                value: (r) => (r.total === null ? '-' : reductionText(r.reduction)),
              },
            ]}
            {...(closed
              ? {
                  renderEnd: (r: (typeof rows)[number]) =>
                    r.sha256 && (
                      <Button
                        type="link"
                        size="small"
                        onClick={() =>
                          void openFile(reads.previewOfferFile, {
                            params,
                            query: { roundId: round.roundId, bidderId: r.bidderId },
                          })
                        }
                      >
                        报价单
                      </Button>
                    ),
                }
              : {})}
          />
        )}
      </WhenLoaded>
    </>
  )
}

function Actions({ round, projectId }: { round: Round; projectId: string }) {
  const params = { projectId, roundId: round.roundId }
  const start = useAction(startRound, { success: '报价已开始，投标人已收到通知' })
  const close = useAction(closeRound, { success: '本轮报价已结束' })
  const drop = useAction(dropRound, { success: '已取消' })
  const extend = useAction(extendRound, { success: '已延长报价时间' })
  if (round.actions.length === 0) return null
  const act = (action: string) => {
    switch (action) {
      case 'start':
        return start.run({ params })
      case 'close':
        return close.run({ params })
      case 'drop':
        return drop.run({ params })
      case 'extend':
        return askForTime({
          title: '延长报价时间',
          run: async (body) => (await extend.run({ params, body })).ok,
        })
      default:
        return undefined
    }
  }
  return <ActionBar actions={round.actions} onAction={(a) => void act(a)} size="small" />
}
