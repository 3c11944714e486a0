import { Button } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { demandDetail } from '../../contract/demand.ts'
import { SURVEY_MODES } from '../../rules/status.ts'
import { HIDDEN } from '../../rules/words.ts'
import { type At, placesOf } from '../at.ts'
import { FindingsList } from '../findings-list.tsx'
import { ChangeTable, ParameterTable } from '../parts.tsx'
import { useDemandActs } from '../use-demand-acts.tsx'
import { demandTag } from '../words.ts'
import { ConclusionForm } from './conclusion-form.tsx'
import { ConclusionList } from './conclusion-list.tsx'
import { RoundChoice, useRound } from '../rounds/round-choice.tsx'
import { MatrixPart } from './matrix-part.tsx'
import { TradesPart } from './trades-part.tsx'

const SHOWN = new Set(['publish', 'move', 'end', 'invite', 'enter', 'askMarks', 'nextRound', 'conclude', 'decide'])

/** The survey of a demand: how it goes, who meets what once it has ended, and what it comes to. */
export function Screen(at: At) {
  const { orderId: demandId = '' } = useParams()
  const [search] = useSearchParams()
  if (search.get('edit') === 'conclusion') return <ConclusionForm demandId={demandId} at={at} />
  return <Survey demandId={demandId} at={at} />
}

function Survey({ demandId, at }: { demandId: string; at: At }) {
  useLive(`demand:${demandId}`)
  const navigate = useNavigate()
  const query = useCall(demandDetail, { params: { demandId } })
  const { act, dialog } = useDemandActs(at, demandId)
  const place = placesOf(at)
  const [roundNo, setRound] = useRound(query.data?.rounds)
  return (
    <DetailScreen query={query} back={{ label: '需求', to: place.detail(demandId) }}>
      {(demand) => ({
        title: `${demand.title}：调研`,
        status: <StatusTag {...demandTag(demand)} />,
        facts: [demand.code, SURVEY_MODES[demand.mode]],
        deadline: demand.state === 'surveying' ? { label: '调研截止', at: demand.endsAt } : null,
        actions: demand.actions.filter(({ action }) => SHOWN.has(action)),
        onAction: (action) => void act(action, demand),
        extra: (
          <>
            {place.trades(demandId) !== place.survey(demandId) && (
              <Button onClick={() => void navigate(place.trades(demandId))}>报名与应答</Button>
            )}
            {place.rounds(demandId) !== place.survey(demandId) && (
              <Button onClick={() => void navigate(place.rounds(demandId))}>多轮调研</Button>
            )}
            {place.collection(demandId) !== place.survey(demandId) && (
              <Button onClick={() => void navigate(place.collection(demandId))}>应答汇总</Button>
            )}
          </>
        ),
        notice: (
          <>
            <FindingsList findings={demand.findings} />
            <RoundChoice rounds={demand.rounds} value={roundNo} onChange={setRound} />
            {dialog}
          </>
        ),
        sections: [
          {
            key: 'progress',
            title: '进展',
            content: (
              <Figures
                items={[
                  { label: '报名', value: String(demand.signedUp), unit: '家' },
                  { label: '待审核', value: String(demand.waiting), unit: '家' },
                  { label: '应答', value: String(roundOf(demand, roundNo)?.answers ?? 0), unit: '份' },
                  { label: '截止', value: formatTime(roundOf(demand, roundNo)?.endsAt ?? demand.endsAt) },
                ]}
              />
            ),
          },
          {
            key: 'matrix',
            title: '应答对比',
            content: roundOf(demand, roundNo)?.isOpen ? (
              <MatrixPart demandId={demandId} at={at} roundNo={roundNo} />
            ) : (
              <EmptyState title={HIDDEN} hint={`已收到 ${roundOf(demand, roundNo)?.answers ?? 0} 份应答`} />
            ),
          },
          place.trades(demandId) === place.survey(demandId) && {
            key: 'trades',
            title: '供应商',
            content: <TradesPart demandId={demandId} at={at} roundNo={roundNo} />,
          },
          demand.rounds.length > 1 && {
            key: 'parameters',
            title: `第 ${roundNo} 轮参数`,
            content: <Asked demand={demand} roundNo={roundNo} />,
          },
          demand.changes.length > 0 && {
            key: 'changes',
            title: '截止时间变更',
            content: <ChangeTable changes={demand.changes} />,
          },
          demand.conclusions.length > 0 && {
            key: 'conclusion',
            title: '调研结论',
            content: <ConclusionList demand={demand} />,
          },
          demand.plans.length > 0 && {
            key: 'next',
            title: '后续',
            content: <Link to={place.detail(demandId)}>实施计划与采购项目 ›</Link>,
          },
        ],
      })}
    </DetailScreen>
  )
}

type Demand = OutputOf<typeof demandDetail>

function roundOf({ rounds }: Demand, roundNo: number) {
  return rounds.find((one) => one.roundNo === roundNo)
}

/** What a round asked for, and what was changed against the one before. */
function Asked({ demand, roundNo }: { demand: Demand; roundNo: number }) {
  const of = (no: number) => demand.versions.find(({ version }) => version === roundOf(demand, no)?.version)?.parameters
  const before = of(roundNo - 1)
  return <ParameterTable rows={of(roundNo) ?? []} {...(before && { before })} />
}
