import { Alert } from 'antd'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount, formatDigits } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { LINE_NAME } from '#web/kit/line-inputs.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/competition.ts'
import type { CompetitionAction } from '../rules/competition.ts'
import { agreementPlace, LIBRARY } from '../rules/places.ts'
import { competitionTag } from './competition-list.tsx'
import { ASKED, CompetitionTerms, LOOK_MS, SEALED } from './competition-parts.tsx'

type Competition = OutputOf<typeof c.competitionDetail>

const TEXTS: Partial<Record<CompetitionAction, { title: string; hint: string; okText: string; danger: boolean }>> = {
  cancel: { title: '取消竞价', hint: '原因会告知受邀供应商，已提交的报价不公开。', okText: '取消竞价', danger: true },
  accept: {
    title: '确定成交',
    hint: '有效报价只有一家。确定后按其报价下达采购订单，理由留存备查。',
    okText: '确定成交',
    danger: false,
  },
  reject: { title: '不予成交', hint: '本次竞价结束，不下达订单；可以另行发起竞价。', okText: '不予成交', danger: true },
}

/** A mini-competition as its purchaser follows it. */
export function Screen() {
  const { agreementId = '', competitionId = '' } = useParams()
  const params = { agreementId, competitionId }
  const query = useCall(c.competitionDetail, { params }, { every: LOOK_MS })
  const cancel = useAction(c.cancelCompetition, { success: '竞价已取消' })
  const decide = useAction(c.decideCompetition, { success: '已办理' })
  const run = (action: CompetitionAction, reason: string) =>
    action === 'cancel'
      ? cancel.run({ params, body: { reason } })
      : decide.run({ params, body: { accept: action === 'accept', reason } })
  return (
    <DetailScreen query={query} back={{ label: '框架协议', to: agreementPlace(agreementId, LIBRARY) }}>
      {(one) => ({
        title: one.title,
        status: <StatusTag {...competitionTag(one.state)} />,
        facts: [one.code, one.agreementTitle, `发起人 ${one.createdByName}`],
        deadline: one.state === 'open' ? { label: '报价截止', at: one.until, over: '已截止，正在处理' } : null,
        actions: one.actions,
        onAction: (action) =>
          askText({
            ...TEXTS[action as CompetitionAction]!,
            run: (reason) => run(action as CompetitionAction, reason),
          }),
        notice: <Notice of={one} />,
        sections: [
          { key: 'parties', title: '供应商与报价', content: <Parties of={one} /> },
          { key: 'lines', title: '竞价标的', content: <Lines of={one} /> },
          { key: 'terms', title: '要求', content: <CompetitionTerms of={one} side="purchaser" /> },
        ],
      })}
    </DetailScreen>
  )
}

function Notice({ of: { state, result, reason, decidedByName } }: { of: Competition }) {
  const by = decidedByName && `${decidedByName}：`
  const said = {
    open: [SEALED, 'info'],
    lone: ['有效报价只有一家，请确定是否成交', 'warning'],
    won: [
      `${result?.supplierName ?? ''}以 ${formatAmount(result?.amount)} 元成交，采购订单已下达${reason && `。${by}${reason}`}`,
      'success',
    ],
    failed: [`${by}${reason}`, 'info'],
    cancelled: [`${by}${reason}。已提交的报价不公开`, 'info'],
  } as const
  const [title, type] = said[state]
  return <Alert className="kb-below-12" type={type} showIcon title={title} />
}

function Parties({ of: { parties, state } }: { of: Competition }) {
  const isSealed = state === 'open' || state === 'cancelled'
  return (
    <DataTable
      label="供应商与报价"
      rows={parties}
      rowKey={({ entryId }) => entryId}
      columns={[
        { key: 'rank', title: '名次', width: 70, value: (row) => (row.rank === null ? '-' : String(row.rank)) },
        { key: 'name', title: '供应商', isHead: true, value: (row) => row.supplierName },
        {
          key: 'amount',
          title: '报价总额（元）',
          width: 150,
          align: 'right',
          value: ({ quote }) => (isSealed ? '密封' : quote ? formatAmount(quote.amount) : '未报价'),
        },
        {
          key: 'at',
          title: '提交时间',
          width: 180,
          // Of equal quotes the earlier one wins: to the second.
          value: ({ quote }) => (quote ? formatTime(quote.quotedAt, true) : ''),
        },
        {
          key: 'note',
          title: '说明',
          width: 260,
          value: ({ excluded, rank }) =>
            excluded ? `不计入：${excluded}` : rank === 1 && state === 'won' ? '成交' : '',
        },
      ]}
    />
  )
}

function Lines({ of: { lines, parties } }: { of: Competition }) {
  const quoted = parties.filter(({ quote }) => quote !== null)
  return (
    <DataTable
      label="竞价标的"
      rows={lines}
      rowKey={({ line }) => String(line)}
      columns={[
        LINE_NAME,
        ASKED,
        ...quoted.map(({ entryId, supplierName, quote }) => ({
          key: entryId,
          title: `${supplierName}（元）`,
          width: 190,
          align: 'right' as const,
          value: ({ line }: Competition['lines'][number]) =>
            formatDigits(quote!.prices.find((one) => one.line === line)!.unitPrice, 2),
        })),
      ]}
    />
  )
}
