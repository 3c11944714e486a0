import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { placeOf } from '#features/procurement/methods/places.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { DrawStageTag, DrawSteps } from '#web/kit/draw/draw-steps.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { castVote } from '../contract.ts'
import type { Meeting } from './meeting.ts'

type Item = Meeting['agenda'][number]

interface AgendaItemProps {
  item: Item
  meeting: Meeting
  side: 'purchaser' | 'agency'
}

/** An order on the agenda: its candidates, the votes once they are open, and what was chosen. */
export function AgendaItem({ item, meeting, side }: AgendaItemProps) {
  const [isVoting, setVoting] = useState(false)
  const nameOf = (tradeId: string) => item.candidates.find((one) => one.tradeId === tradeId)?.supplierName ?? '原候选人'
  const votesIn = (tradeId: string) =>
    item.rounds.map(({ tally }) => tally.find((one) => one.tradeId === tradeId)?.votes ?? 0).join(' / ')
  const hasVotes = item.rounds.length > 0
  return (
    <div className="kb-stack kb-gap-12">
      <p className="kb-row kb-gap-16 kb-wrap kb-between">
        <span className="kb-muted">{item.code}</span>
        <span className="kb-row kb-gap-12">
          {meeting.state === 'signed' && item.chosen && (
            <Link to={placeOf({ id: item.orderId, method: item.method }, 'winner.edit', side)}>按会议结果定标 ›</Link>
          )}
          {item.mayVote && (
            <Button type="primary" onClick={() => setVoting(true)}>
              投票
            </Button>
          )}
        </span>
      </p>
      {item.chosen && <Alert type="success" showIcon title={`会议确定：${nameOf(item.chosen)}`} />}
      {item.draw && item.draw.stage !== 'prepared' && (
        <details open={item.chosen === null}>
          <summary className="kb-row kb-gap-12">
            定标抽签 <DrawStageTag draw={item.draw} />
          </summary>
          <DrawSteps draw={item.draw} />
        </details>
      )}
      <DataTable
        label={`${item.title}候选人`}
        rows={item.candidates}
        rowKey={(row) => row.tradeId}
        columns={[
          { key: 'rank', title: '排名', kind: 'number', width: 64, value: (row) => row.rank },
          { key: 'name', title: '候选人', isHead: true, value: (row) => row.supplierName },
          { key: 'price', title: '报价（元）', kind: 'amount', width: 150, value: (row) => row.price },
          { key: 'score', title: '得分', kind: 'number', width: 90, value: (row) => row.score },
          ...(hasVotes
            ? [
                {
                  key: 'votes',
                  title: item.rounds.length > 1 ? '各轮票数' : '票数',
                  width: 110,
                  align: 'right' as const,
                  value: (row: Item['candidates'][number]) => votesIn(row.tradeId),
                },
              ]
            : []),
        ]}
      />
      {meeting.state === 'held' && !item.chosen && meeting.rule !== 'lowest' && (
        <p className="kb-hint">
          {item.round > 1 && `第 ${item.round} 轮，在${item.options.map(nameOf).join('、')}中投票。`}
          已投票 {item.voted.length} / {meeting.members}
          {item.voted.length > 0 && `：${item.voted.join('、')}`}
          {item.ownVote && `；您已投${nameOf(item.ownVote)}`}
        </p>
      )}
      {item.rounds.some(({ named }) => named.length > 0) && (
        <DataTable
          label={`${item.title}投票`}
          rows={item.rounds.flatMap(({ round, named }) => named.map((one) => ({ ...one, round })))}
          rowKey={(row) => `${row.round}${row.name}`}
          columns={[
            { key: 'round', title: '轮次', kind: 'number', width: 64, value: (row) => row.round },
            { key: 'name', title: '成员', isHead: true, width: 120, value: (row) => row.name },
            { key: 'choice', title: '选择', value: (row) => nameOf(row.tradeId) },
            { key: 'reason', title: '理由', value: (row) => row.reason },
          ]}
        />
      )}
      {isVoting && (
        <ActionDialog
          title={`投票：${item.title}`}
          endpoint={castVote}
          fields={[
            {
              kind: 'radio',
              name: 'tradeId',
              label: '选择候选人',
              required: true,
              options: item.options.map((tradeId) => ({ value: tradeId, label: nameOf(tradeId) })),
            },
            { kind: 'area', name: 'reason', label: '理由', maxLength: 500, rows: 3 },
          ]}
          input={({ tradeId, reason = '' }: { tradeId: string; reason?: string }) => ({
            params: { meetId: meeting.meetId, orderId: item.orderId },
            body: { tradeId, reason },
          })}
          hint="投票后不能修改；全部成员投票后开启。"
          okText="投票"
          success="已投票"
          onClose={() => setVoting(false)}
        />
      )}
    </div>
  )
}
