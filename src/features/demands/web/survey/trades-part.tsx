import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { demandTrades } from '../../contract/survey.ts'
import type { At } from '../at.ts'
import { TradeTable } from './trade-list.tsx'

/** Who takes part, on the page of the survey itself. */
export function TradesPart({ demandId, at, roundNo }: { demandId: string; at: At; roundNo: number }) {
  const query = useCall(demandTrades, { params: { demandId } })
  return (
    <WhenLoaded query={query}>
      {({ rows, roundNo: last, isAnswerOpen }) =>
        rows.length === 0 ? (
          <EmptyState title="还没有供应商报名" hint="公开征集的调研在供应商的“需求调研”列表中展示，也可以邀请供应商" />
        ) : (
          <TradeTable
            demandId={demandId}
            at={at}
            roundNo={roundNo}
            isHidden={roundNo === last && !isAnswerOpen}
            rows={rows}
          />
        )
      }
    </WhenLoaded>
  )
}
