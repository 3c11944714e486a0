import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { demandTrades } from '../../contract/survey.ts'
import { HIDDEN } from '../../rules/words.ts'
import { Link } from 'react-router'
import { type At, placesOf } from '../at.ts'
import { demandTag, tradeTag } from '../words.ts'

type Row = OutputOf<typeof demandTrades>['rows'][number]

/** Who was asked, signed up or answered on paper. */
export function Screen(at: At) {
  const { orderId: demandId = '' } = useParams()
  useLive(`demand:${demandId}`)
  const query = useCall(demandTrades, { params: { demandId } })
  const place = placesOf(at)
  return (
    <DetailScreen query={query} back={{ label: '调研', to: place.survey(demandId) }}>
      {({ title, state, endsAt, isAnswerOpen, roundNo, rows }) => ({
        title: `${title}：报名与应答`,
        status: <StatusTag {...demandTag({ state })} />,
        deadline: state === 'surveying' ? { label: '调研截止', at: endsAt } : null,
        sections: [
          {
            key: 'rows',
            title: '供应商',
            content:
              rows.length === 0 ? (
                <EmptyState
                  title="还没有供应商报名"
                  hint="公开征集的调研在供应商的“需求调研”列表中展示，也可以邀请供应商"
                />
              ) : (
                <TradeTable demandId={demandId} at={at} roundNo={roundNo} isHidden={!isAnswerOpen} rows={rows} />
              ),
          },
          !isAnswerOpen && { key: 'hidden', title: '应答保密', content: <p className="kb-hint">{HIDDEN}</p> },
        ],
      })}
    </DetailScreen>
  )
}

interface TradeTableProps {
  demandId: string
  at: At
  /** Whose answers are led to. */
  roundNo: number
  /** Answers of it may not be read yet. */
  isHidden: boolean
  rows: readonly Row[]
}

/** Who takes part, with the way to sign-up and answer. */
export function TradeTable({ demandId, at, roundNo, isHidden, rows }: TradeTableProps) {
  const place = placesOf(at)
  const waits = (row: Row) => row.actions.some(({ action }) => action === 'decide')
  return (
    <DataTable<Row>
      label="报名供应商"
      rows={rows}
      rowKey={(row) => row.tradeId}
      columns={[
        {
          key: 'name',
          title: '供应商',
          isHead: true,
          value: (row) => row.name,
          render: (row) => (
            <>
              {row.name}
              {row.isPaper && <span className="kb-chip"> 纸质应答</span>}
              {row.isInvited && <span className="kb-chip"> 受邀</span>}
            </>
          ),
        },
        { key: 'contact', title: '联系人', width: 110, value: (row) => row.contact },
        { key: 'at', title: '报名时间', kind: 'time', width: 140, value: (row) => row.signedUpAt },
        {
          key: 'answered',
          title: '应答',
          width: 110,
          value: (row) => answeredIn(row, { roundNo, isHidden }),
        },
        {
          key: 'status',
          title: '状态',
          width: 100,
          value: (row) => tradeTag(row.status).label,
          render: (row) => <StatusTag {...tradeTag(row.status)} />,
        },
      ]}
      renderEnd={(row) => (
        <span className="kb-row kb-gap-12">
          <Link to={place.check(demandId, row.tradeId, roundNo)}>{waits(row) ? '审核' : '查看'}</Link>
          {row.rounds.includes(roundNo) && <Link to={place.answer(demandId, row.tradeId, roundNo)}>应答</Link>}
        </span>
      )}
    />
  )
}

/** Whether somebody answered in a round, as far as that is known. */
function answeredIn({ rounds, isPaper }: Row, { roundNo, isHidden }: { roundNo: number; isHidden: boolean }): string {
  if (rounds.includes(roundNo)) return '已提交'
  return isHidden && !isPaper ? '截止后可见' : '未提交'
}
