import { useNavigate } from 'react-router'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { demandRounds, openRound } from '../../contract/rounds.ts'
import { MARKS, PARTS } from '../../rules/marks.ts'
import { type At, placesOf } from '../at.ts'
import { filledParameters, type ParameterRow, ParameterRows } from '../form/parameter-rows.tsx'
import { nameOf } from '../words.ts'
import { coverageText, type Rounds } from './round-words.ts'

interface Values {
  endsAt: string
  reason: string
  parameters: ParameterRow[]
}

/** Opens a further round with revised parameters, beside what staff said of them. */
export function RoundForm({ demandId, at }: { demandId: string; at: At }) {
  const query = useCall(demandRounds, { params: { demandId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(data) => <Next data={data} demandId={demandId} at={at} />}</WhenLoaded>
}

function Next({ data, demandId, at }: { data: Rounds; demandId: string; at: At }) {
  const navigate = useNavigate()
  const open = useAction(openRound, { success: ({ roundNo }) => `第 ${roundNo} 轮已开始，参与的供应商已收到通知` })
  const place = placesOf(at)
  const round = data.rounds.at(-1)
  return (
    <FormScreen<Values>
      title={`发起第 ${data.rounds.length + 1} 轮调研`}
      back={{ label: '多轮调研', to: place.rounds(demandId) }}
      facts={[data.title, data.code]}
      draft={`demands.round.${demandId}.${data.rounds.length}`}
      initial={{ parameters: round?.parameters ?? [] }}
      sections={[
        { title: '标注意见', content: round && <Said round={round} /> },
        {
          title: '修订参数',
          hint: '修订形成新的版本，供应商在本轮看到调整之处和自己此前的应答；此前各轮的参数和应答保留。',
          fields: [
            {
              kind: 'custom',
              name: 'parameters',
              label: '需求参数',
              required: true,
              wide: true,
              control: <ParameterRows />,
            },
          ],
        },
        {
          title: '本轮安排',
          fields: [
            { kind: 'instant', name: 'endsAt', label: '本轮截止时间', required: true, future: true },
            {
              kind: 'area',
              name: 'reason',
              label: '参数调整说明',
              required: true,
              maxLength: 500,
              rows: 3,
              help: '记录在案，不向供应商公开',
            },
          ],
        },
      ]}
      submit={{
        label: '发起本轮',
        confirm: '发起后全部参与的供应商收到通知，本轮应答在截止前对本单位保密。',
        run: ({ endsAt, reason, parameters }) =>
          open.run({ params: { demandId }, body: { endsAt, reason, parameters: filledParameters(parameters) } }),
      }}
      onDone={() => void navigate(place.survey(demandId), { replace: true })}
    />
  )
}

/** Parameters that somebody wants changed, or that too few brands meet. */
function Said({ round }: { round: Rounds['rounds'][number] }) {
  const lines = round.parameters.flatMap((parameter, at) => {
    const coverage = round.coverage[at]
    const said = round.markers.flatMap(({ name, part, lines: marks }) => {
      const mark = marks.find((one) => one.parameterId === parameter.parameterId)
      return mark && mark.verdict !== 'keep' ? [`${PARTS[part]}${name}：${MARKS[mark.verdict]}，${mark.note}`] : []
    })
    const flagged = coverage?.flag ? [coverageText(coverage)] : []
    return said.length + flagged.length > 0 ? [{ parameter, texts: [...flagged, ...said] }] : []
  })
  if (lines.length === 0) return <p className="kb-hint">标注人员均建议保留，且各必须参数均有 3 个以上品牌满足。</p>
  return (
    <ul className="kb-stack kb-gap-8">
      {lines.map(({ parameter, texts }) => (
        <li key={parameter.parameterId}>
          <b>{nameOf(parameter)}</b>：{texts.join('；')}
        </li>
      ))}
    </ul>
  )
}
