import { useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { demandDetail } from '../../contract/demand.ts'
import { demandTrade, enterAnswer } from '../../contract/survey.ts'
import { answerBodyOf, answerSections, type AnswerValues, startOf } from '../answer/answer-fields.tsx'
import { type At, placesOf } from '../at.ts'

interface Values extends AnswerValues {
  name: string
  receivedOn: string
  scan: FileRef[]
}

/** Types in an answer that came on paper, with its scan, or revises one. */
export function Screen(at: At) {
  const { orderId: demandId = '' } = useParams()
  const [search] = useSearchParams()
  const tradeId = search.get('tradeId')
  const demand = useCall(demandDetail, { params: { demandId } }, { fresh: 0 })
  return (
    <WhenLoaded query={demand}>
      {(data) =>
        tradeId ? <Revision at={at} demand={data} tradeId={tradeId} /> : <Entry at={at} demand={data} before={null} />
      }
    </WhenLoaded>
  )
}

type Demand = OutputOf<typeof demandDetail>

function Revision({ at, demand, tradeId }: { at: At; demand: Demand; tradeId: string }) {
  const query = useCall(demandTrade, { params: { demandId: demand.demandId, tradeId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(before) => <Entry at={at} demand={demand} before={before} />}</WhenLoaded>
}

interface EntryProps {
  at: At
  demand: Demand
  before: OutputOf<typeof demandTrade> | null
}

function Entry({ at, demand, before }: EntryProps) {
  const { demandId, title, code, questions, profile } = demand
  const navigate = useNavigate()
  const target = useRef(before?.trade.tradeId ?? '')
  const enter = useAction(enterAnswer, { success: '纸质应答已录入' })
  // Demands of every profile have paper typed in here.
  const place = placesOf({ ...at, profile })
  const roundNo = demand.rounds.at(-1)?.roundNo ?? 1
  // What was asked in the survey, whatever a conclusion has made of it since.
  const version = demand.rounds.at(-1)?.version ?? demand.version
  const parameters = demand.versions.find((one) => one.version === version)?.parameters ?? demand.parameters
  const last = before?.answers[0]
  const asked = { parameters, questions, roundNo, earlier: before?.asked ?? [] }
  return (
    <FormScreen<Values>
      title={before ? '修改纸质应答' : '录入纸质应答'}
      back={{ label: '报名与应答', to: place.trades(demandId) }}
      facts={[title, code]}
      draft={`demands.entry.${demandId}.${before?.trade.tradeId ?? 'new'}`}
      initial={{
        ...startOf(asked, last),
        name: before?.trade.name ?? '',
        ...(last?.receivedOn && { receivedOn: last.receivedOn }),
        scan: last?.scan ?? [],
      }}
      sections={[
        {
          title: '纸质材料',
          hint: '应答标记为纸质录入，扫描件随应答保存；修改保留以前的录入。',
          fields: [
            {
              kind: 'text',
              name: 'name',
              label: '应答单位',
              required: true,
              disabled: before !== null,
              maxLength: 200,
            },
            { kind: 'day', name: 'receivedOn', label: '收到日期', required: true },
            { kind: 'files', name: 'scan', label: '扫描件', required: true, use: 'demand-scan' },
          ],
        },
        ...answerSections({ ...asked, profile, use: 'demand-scan' }),
      ]}
      submit={{
        label: '保存录入',
        async run({ name, receivedOn, scan, ...values }) {
          const given = { name, receivedOn, scan: scan.map((file) => ({ fileId: file.fileId, name: file.name })) }
          const body = { ...answerBodyOf(values, roundNo), ...given, tradeId: before?.trade.tradeId ?? null }
          const outcome = await enter.run({ params: { demandId }, body })
          if (outcome.ok) target.current = outcome.data.tradeId
          return outcome
        },
      }}
      onDone={() => void navigate(place.answer(demandId, target.current, roundNo), { replace: true })}
    />
  )
}
