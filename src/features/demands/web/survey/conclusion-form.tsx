import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { demandDetail } from '../../contract/demand.ts'
import { concludeDemand, demandMatrix } from '../../contract/survey.ts'
import { FLAGS, isNarrow } from '../../rules/coverage.ts'
import { LEAST_RESPONDENTS } from '../../rules/status.ts'
import { type At, placesOf } from '../at.ts'
import { filledParameters, type ParameterRow, ParameterRows } from '../form/parameter-rows.tsx'
import { wishOf } from '../words.ts'
import type { Compared } from './matrix-data.ts'

type Demand = OutputOf<typeof demandDetail>

interface Values {
  marketSize: string
  summary: string
  fewReason?: string
  priceLow?: string | null
  priceHigh?: string | null
  priceReason?: string
  parameters: ParameterRow[]
  changeReason?: string
  /** Reasons by parameter. */
  narrow?: Record<string, string>
}

interface ConclusionFormProps {
  demandId: string
  at: At
}

/** What the survey comes to: market, prices as they were computed or with a reason, parameters as they are adjusted. */
export function ConclusionForm({ demandId, at }: ConclusionFormProps) {
  const demand = useCall(demandDetail, { params: { demandId } }, { fresh: 0 })
  return (
    <WhenLoaded query={demand}>
      {(data) =>
        data.mode === 'none' ? <Editor demand={data} compared={null} at={at} /> : <WithAnswers demand={data} at={at} />
      }
    </WhenLoaded>
  )
}

function WithAnswers({ demand, at }: { demand: Demand; at: At }) {
  const query = useCall(demandMatrix, { params: { demandId: demand.demandId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(compared) => <Editor demand={demand} compared={compared} at={at} />}</WhenLoaded>
}

function Editor({ demand, compared, at }: { demand: Demand; compared: Compared | null; at: At }) {
  const navigate = useNavigate()
  const { demandId } = demand
  const place = placesOf(at)
  const conclude = useAction(concludeDemand, { success: '调研结论已形成' })
  const [last] = demand.conclusions
  const price = compared?.price ?? null
  const narrow = (compared?.coverage ?? []).flatMap((one, line) =>
    isNarrow(one) ? [{ ...one, parameter: compared!.parameters[line]! }] : [],
  )
  const few = compared !== null && compared.parties.length < LEAST_RESPONDENTS
  const fields: Field[] = [
    { kind: 'area', name: 'marketSize', label: '市场规模与供给情况', required: true, maxLength: 5000 },
    { kind: 'area', name: 'summary', label: '调研结论', required: true, maxLength: 10_000, rows: 6 },
    ...(few
      ? [
          {
            kind: 'area' as const,
            name: 'fewReason',
            label: `应答不足 ${LEAST_RESPONDENTS} 份的理由`,
            required: true,
            maxLength: 1000,
            rows: 2,
            help: `收到 ${compared.parties.length} 份应答；也可以延长调研`,
          },
        ]
      : []),
    {
      kind: 'amount',
      name: 'priceLow',
      label: '参考价格下限',
      help: price ? `按应答计算为 ${formatAmount(price.low)} 元` : '没有参考报价',
    },
    {
      kind: 'amount',
      name: 'priceHigh',
      label: '参考价格上限',
      help: price ? `按应答计算为 ${formatAmount(price.high)} 元` : '没有参考报价',
    },
    {
      kind: 'area',
      name: 'priceReason',
      label: '价格区间说明',
      maxLength: 1000,
      rows: 2,
      help: '与计算结果不同时须说明理由',
    },
  ]
  return (
    <FormScreen<Values>
      title={last ? '修订调研结论' : '形成调研结论'}
      back={{ label: '调研', to: place.collection(demandId) }}
      facts={[demand.title, demand.code]}
      draft={`demands.conclusion.${demandId}.${demand.conclusions.length}`}
      initial={{
        marketSize: last?.marketSize ?? '',
        summary: last?.summary ?? '',
        fewReason: last?.fewReason ?? '',
        priceLow: last ? last.priceLow : (price?.low ?? null),
        priceHigh: last ? last.priceHigh : (price?.high ?? null),
        priceReason: last?.priceReason ?? '',
        parameters: demand.parameters,
        narrow: Object.fromEntries((last?.narrow ?? []).map(({ parameterId, reason }) => [parameterId, reason])),
      }}
      sections={[
        { title: '结论', fields },
        {
          title: '参数调整',
          hint: '调整形成新的版本，原版本保留；无须调整时不作修改。',
          fields: [
            { kind: 'custom', name: 'parameters', label: '需求参数', wide: true, control: <ParameterRows /> },
            { kind: 'area', name: 'changeReason', label: '参数调整的理由', maxLength: 1000, rows: 2 },
          ],
        },
        ...(narrow.length > 0
          ? [
              {
                title: '满足者过少的必须参数',
                hint: '仅一个品牌或没有品牌满足的必须参数，须调整或者说明保留的理由。',
                content: (
                  <div className="kb-stack kb-gap-12">
                    {narrow.map(({ parameter, brands, flag }) => (
                      <Form.Item
                        key={parameter.parameterId}
                        name={['narrow', parameter.parameterId]}
                        label={`${parameter.name}（${wishOf(parameter)}）`}
                        extra={`${flag ? FLAGS[flag] : ''}${brands.length > 0 ? `：${brands.join('、')}` : ''}`}
                      >
                        <Input.TextArea rows={2} maxLength={1000} placeholder="保留该参数的理由" />
                      </Form.Item>
                    ))}
                  </div>
                ),
              },
            ]
          : []),
      ]}
      submit={{
        label: '形成结论',
        confirm: '结论和参数版本记录在案，修订时原结论保留。',
        run: ({ narrow: reasons = {}, parameters, ...values }) =>
          conclude.run({
            params: { demandId },
            body: {
              ...values,
              priceLow: values.priceLow || null,
              priceHigh: values.priceHigh || null,
              parameters: filledParameters(parameters),
              narrow: Object.entries(reasons)
                .filter(([, reason]) => reason?.trim())
                .map(([parameterId, reason]) => ({ parameterId, reason })),
            },
          }),
      }}
      onDone={() => void navigate(place.detail(demandId), { replace: true })}
    />
  )
}
