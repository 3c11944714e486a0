import { formatAmount } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { StatusTag, type Tone } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { competitionList, ownCompetitions } from '../contract/competition.ts'
import { COMPETITION_STATES, type CompetitionState } from '../rules/competition.ts'
import { competitionPlace, ownCompetitionPlace } from '../rules/places.ts'

const TONES: Record<CompetitionState, Tone> = {
  open: 'active',
  lone: 'warning',
  won: 'success',
  failed: 'danger',
  cancelled: 'neutral',
}

export const competitionTag = (state: CompetitionState) => ({ label: COMPETITION_STATES[state], tone: TONES[state] })

interface Row {
  competitionId: string
  code: string
  title: string
  state: CompetitionState
  until: string
  /** Who won, or how the own company stands in it. */
  note: string
  to: string
}

/** Mini-competitions of an agreement, as its purchaser follows them. */
export function CompetitionList({ agreementId }: { agreementId: string }) {
  const { data } = useCall(competitionList, { params: { agreementId } })
  if (!data) return null
  const rows = data.map((one) => ({
    ...one,
    note: one.amount === null ? '' : `${one.winner}，${formatAmount(one.amount)} 元`,
    to: competitionPlace(agreementId, one.competitionId),
  }))
  return <Table rows={rows} noteTitle="成交" />
}

/** Those for which the own company was asked. */
export function OwnCompetitionList({ entryId }: { entryId: string }) {
  const { data } = useCall(ownCompetitions, { params: { entryId } })
  if (!data) return null
  const rows = data.map((one) => ({
    ...one,
    note: one.isWon ? '本单位成交' : one.hasQuote ? '已报价' : one.state === 'open' ? '待报价' : '未报价',
    to: ownCompetitionPlace(entryId, one.competitionId),
  }))
  return <Table rows={rows} noteTitle="本单位" />
}

function Table({ rows, noteTitle }: { rows: readonly Row[]; noteTitle: string }) {
  if (rows.length === 0) return <p className="kb-hint">还没有二次竞价</p>
  return (
    <DataTable
      label="二次竞价"
      rows={rows}
      rowKey={({ competitionId }) => competitionId}
      columns={[
        {
          key: 'title',
          title: '竞价',
          isHead: true,
          value: (row) => row.title,
          render: ({ code, title, to }) => <MainCell code={code} title={title} to={to} />,
        },
        { key: 'until', title: '报价截止', kind: 'time', width: 150, value: (row) => row.until },
        { key: 'note', title: noteTitle, width: 280, value: (row) => row.note },
        { key: 'state', title: '状态', width: 120, render: (row) => <StatusTag {...competitionTag(row.state)} /> },
      ]}
    />
  )
}
