import { Input, Segmented } from 'antd'
import { useNavigate } from 'react-router'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { demandRounds, markParameters } from '../../contract/rounds.ts'
import { type Mark, MARKS } from '../../rules/marks.ts'
import { type At, placesOf } from '../at.ts'
import { nameOf, wishOf } from '../words.ts'
import { coverageText, type Rounds } from './round-words.ts'
import '../answer/answer-lines.css'

interface MarkLine {
  parameterId: string
  verdict: Mark
  note: string
}
const CHOICES = Object.entries(MARKS).map(([value, label]) => ({ value: value as Mark, label }))

/** Marks every parameter of the round that ended. */
export function MarkForm({ demandId, at }: { demandId: string; at: At }) {
  const query = useCall(demandRounds, { params: { demandId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(data) => <Marks data={data} demandId={demandId} at={at} />}</WhenLoaded>
}

function Marks({ data, demandId, at }: { data: Rounds; demandId: string; at: At }) {
  const navigate = useNavigate()
  const mark = useAction(markParameters, { success: '标注已提交' })
  const place = placesOf(at)
  const round = data.rounds.at(-1)
  if (!data.mayMark || !round)
    return <EmptyState title="现在没有需要标注的参数" hint="本轮截止后、发起下一轮之前，由受邀的临床和工程人员标注" />
  const own = round.markers.find(({ isOwn }) => isOwn)
  return (
    <FormScreen<{ lines: MarkLine[] }>
      title={`标注第 ${round.roundNo} 轮参数`}
      back={{ label: '多轮调研', to: place.rounds(demandId) }}
      facts={[data.title, data.code]}
      draft={`demands.marks.${demandId}.${round.roundNo}`}
      initial={{
        lines: round.parameters.map(({ parameterId }) => {
          const before = own?.lines.find((one) => one.parameterId === parameterId)
          return before ?? { parameterId, verdict: 'keep', note: '' }
        }),
      }}
      sections={[
        {
          title: '参数',
          hint: '逐项选择保留、调整或取消；调整、取消的须填写意见。意见供下一轮参数修订使用，供应商不可见。',
          fields: [
            { kind: 'custom', name: 'lines', label: '参数标注', wide: true, control: <MarkRows round={round} /> },
          ],
        },
      ]}
      submit={{
        label: '提交标注',
        run: ({ lines }) => mark.run({ params: { demandId }, body: { lines } }),
      }}
      onDone={() => void navigate(place.rounds(demandId), { replace: true })}
    />
  )
}

interface MarkRowsProps {
  round: Rounds['rounds'][number]
  value?: MarkLine[]
  onChange?: (lines: MarkLine[]) => void
}

function MarkRows({ round, value = [], onChange }: MarkRowsProps) {
  const set = (at: number, part: Partial<MarkLine>) =>
    onChange?.(value.map((line, i) => (i === at ? { ...line, ...part } : line)))
  return (
    <ul className="demand-lines demand-marks">
      {value.map((line, at) => {
        const index = round.parameters.findIndex(({ parameterId }) => parameterId === line.parameterId)
        const parameter = round.parameters[index]
        if (!parameter) return null
        const name = nameOf(parameter)
        return (
          <li key={line.parameterId} data-path={`lines.${at}.note`}>
            <span>
              <b>{name}</b>
              <small className="kb-muted kb-block">
                {wishOf(parameter)}
                {parameter.isMust && '，必须满足'}
              </small>
            </span>
            <small>{coverageText(round.coverage[index])}</small>
            <Segmented<Mark>
              aria-label={`${name}：标注`}
              value={line.verdict}
              options={CHOICES}
              onChange={(verdict) => set(at, { verdict })}
            />
            <Input
              aria-label={`${name}：意见`}
              placeholder="意见"
              maxLength={500}
              value={line.note}
              onChange={(event) => set(at, { note: event.target.value })}
            />
          </li>
        )
      })}
    </ul>
  )
}
