import { Button } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { demandDetail } from '../../contract/demand.ts'
import { demandRounds } from '../../contract/rounds.ts'
import { MARKS, PARTS } from '../../rules/marks.ts'
import { HIDDEN } from '../../rules/words.ts'
import { type At, placesOf } from '../at.ts'
import { changeOf, demandTag, nameOf, wishOf } from '../words.ts'
import { AskMarkers } from './ask-markers.tsx'
import { MarkForm } from './mark-form.tsx'
import { RoundForm } from './round-form.tsx'
import { coverageText, type Rounds } from './round-words.ts'

type Round = Rounds['rounds'][number]

/** The rounds of a survey: what each asked for, who meets it, how staff marked it, and what is asked next. */
export function Screen(at: At) {
  const { orderId: demandId = '' } = useParams()
  const [search] = useSearchParams()
  if (search.get('edit') === 'round') return <RoundForm demandId={demandId} at={at} />
  if (search.get('edit') === 'marks') return <MarkForm demandId={demandId} at={at} />
  return <AllRounds demandId={demandId} at={at} />
}

function AllRounds({ demandId, at }: { demandId: string; at: At }) {
  const query = useCall(demandRounds, { params: { demandId } })
  useLive(query.data?.isHandler ? `demand:${demandId}` : '')
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const place = placesOf(at)
  const here = place.rounds(demandId)
  return (
    <DetailScreen query={query} back={{ label: '调研', to: place.survey(demandId) }}>
      {(data) => ({
        title: `${data.title}：多轮调研`,
        status: <StatusTag {...demandTag(data)} />,
        facts: [data.code, `共 ${data.rounds.length} 轮`],
        deadline: data.state === 'surveying' ? { label: '本轮截止', at: data.rounds.at(-1)?.endsAt ?? null } : null,
        extra: (
          <>
            {data.mayMark && (
              <Button type="primary" onClick={() => void navigate(`${here}?edit=marks`)}>
                标注参数
              </Button>
            )}
            {data.isHandler && <NextActs demandId={demandId} at={at} onAsk={() => setAsking(true)} />}
          </>
        ),
        notice: isAsking && (
          <AskMarkers
            demandId={demandId}
            markers={data.rounds.at(-1)?.markers ?? []}
            onClose={() => setAsking(false)}
          />
        ),
        sections: data.rounds.toReversed().map((round) => ({
          key: `round-${round.roundNo}`,
          title: `第 ${round.roundNo} 轮`,
          extra: data.isHandler && (
            <Link to={`${place.survey(demandId)}?round=${round.roundNo}`}>{round.answers} 份应答 ›</Link>
          ),
          content: <OneRound round={round} before={data.rounds.find(({ roundNo }) => roundNo === round.roundNo - 1)} />,
        })),
      })}
    </DetailScreen>
  )
}

/** What may be done now, as the demand itself says. */
function NextActs({ demandId, at, onAsk }: { demandId: string; at: At; onAsk: () => void }) {
  const navigate = useNavigate()
  const { data } = useCall(demandDetail, { params: { demandId } })
  const of = (name: string) => data?.actions.find(({ action }) => action === name)
  const next = of('nextRound')
  const ask = of('askMarks')
  return (
    <>
      {ask && (
        <Button disabled={Boolean(ask.reason)} title={ask.reason} onClick={onAsk}>
          {ask.label}
        </Button>
      )}
      {next && (
        <Button
          type="primary"
          disabled={Boolean(next.reason)}
          title={next.reason}
          onClick={() => void navigate(`${placesOf(at).rounds(demandId)}?edit=round`)}
        >
          {next.label}
        </Button>
      )}
    </>
  )
}

function OneRound({ round, before }: { round: Round; before: Round | undefined }) {
  const marked = round.markers.filter(({ markedAt }) => markedAt !== null)
  return (
    <div className="kb-stack kb-gap-12">
      <FieldList
        items={[
          { label: '开始', value: formatTime(round.openedAt) },
          { label: '截止', value: formatTime(round.endsAt) },
          round.reason !== '' && { label: '发起说明', value: round.reason, wide: true },
          round.endReason !== '' && { label: '提前结束原因', value: round.endReason, wide: true },
          round.markers.length > 0 && {
            label: '参数标注',
            value: round.markers
              .map(({ name, part, markedAt }) => `${name}（${PARTS[part]}，${markedAt ? '已标注' : '待标注'}）`)
              .join('、'),
            wide: true,
          },
        ]}
      />
      {round.isOpen ? null : <EmptyState title={HIDDEN} hint={`已收到 ${round.answers} 份应答`} />}
      <DataTable
        label={`第 ${round.roundNo} 轮参数`}
        rows={round.parameters.map((parameter, at) => ({ ...parameter, at }))}
        rowKey={(row) => row.parameterId}
        columns={[
          { key: 'name', title: '参数', isHead: true, value: nameOf },
          { key: 'wished', title: '期望值', value: (row) => `${wishOf(row)}${row.isMust ? '（必须）' : ''}` },
          ...(before
            ? [
                {
                  key: 'changed',
                  title: '本轮调整',
                  width: 160,
                  value: (row: Round['parameters'][number]) =>
                    changeOf(
                      row,
                      before.parameters.find(({ parameterId }) => parameterId === row.parameterId),
                    ),
                },
              ]
            : []),
          ...(round.isOpen
            ? [
                {
                  key: 'coverage',
                  title: '满足品牌',
                  value: ({ at }: { at: number }) => coverageText(round.coverage[at]),
                },
              ]
            : []),
          ...marked.map(({ employeeId, name, part, lines }) => ({
            key: employeeId,
            title: `${PARTS[part]}：${name}`,
            width: 170,
            value: ({ parameterId }: { parameterId: string }) => {
              const line = lines.find((one) => one.parameterId === parameterId)
              return line && [MARKS[line.verdict], line.note].filter(Boolean).join('：')
            },
          })),
        ]}
      />
    </div>
  )
}
